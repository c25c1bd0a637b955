"""`arcwalk parse`: fill in HEAD and DEPREL and keep every other byte."""

import argparse
from dataclasses import fields

from arcwalk.cli.arguments import add_options, add_output, read_options
from arcwalk.cli.consistency import add_consistency, check_consistency, write_report
from arcwalk.cli.display import ProgressBars
from arcwalk.cli.engine import OUTPUT_HELP, add_engine, report_graph_changes, run_files
from arcwalk.cli.input import add_input, input_format, read_input
from arcwalk.cli.option_tables import Row, option_tables, rows_of
from arcwalk.consistency.options import ConsistentParsingOptions
from arcwalk.engine.graph_changes import GraphChanges
from arcwalk.engine.request import ParsingRequest
from arcwalk.errors import ArcwalkError
from arcwalk.machine import cores
from arcwalk.models.options import make_options, parsing_options, unknown_option
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.systems.registry import SYSTEMS
from arcwalk.treebank import read, write
from arcwalk.treebank.check import HeadPolicy


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arcwalk parse`."""
    parser.usage = "arcwalk parse INPUT... -m MODEL [-o FILE] [OPTIONS]"
    parser.add_argument("-m", "--model", required=True, metavar="FILE", help="model written by arcwalk train")
    add_output(parser, OUTPUT_HELP)
    add_input(parser)
    output = parser.add_argument_group("parsing")
    output.add_argument(
        "--keep",
        action="store_true",
        help="keep the heads and labels that the input has, but not those that a parser predicted",
    )
    more = output.add_mutually_exclusive_group()
    more.add_argument("--confidence", action="store_true", help="add the confidence of each arc to MISC")
    more.add_argument("--nbest", type=int, metavar="N", help="write the N best trees of each sentence")
    output.add_argument("--features-from", default="", metavar="FILE", help="Python file with the model's own features")
    add_options(output, "set an option listed below; repeatable")
    add_engine(parser)
    add_consistency(parser, "decode the whole input jointly: words in the same context prefer similar heads")
    tables = {
        "options, set with --set NAME=VALUE": rows_of(ParsingOptions),
        **{f"options of {name}": rows for name, rows in _parsing_tables().items()},
        "options of --consistency": rows_of(ConsistentParsingOptions),
    }
    parser.epilog = option_tables(tables)


def _parsing_tables() -> dict[str, list[Row]]:
    """The options that can still be set once a model is trained, by system."""
    kinds = {name: entry.options.load() for name, entry in SYSTEMS.items()}
    return {name: rows_of(kind, parsing_options(kind)) for name, kind in kinds.items() if parsing_options(kind)}


def run(arguments: argparse.Namespace) -> int:
    """Parse files."""
    check_consistency(arguments)
    options = read_options(arguments)
    if arguments.consistency:
        return _parse_consistently(arguments, options)
    request = ParsingRequest(
        model=arguments.model,
        form=input_format(arguments, heads="given" if arguments.keep else "ignore"),
        features_from=arguments.features_from,
        options=tuple(options.items()),
        keep=arguments.keep,
        confidence=arguments.confidence,
        nbest=arguments.nbest,
    )
    return run_files(arguments, request)


def _parse_consistently(arguments: argparse.Namespace, options: dict[str, str]) -> int:
    """Parse all sentences jointly."""
    from arcwalk.consistency.parsing import parse_consistently
    from arcwalk.systems.parser import Parser  # loads kernels, which help does without

    if arguments.nbest is not None or arguments.confidence:
        raise ArcwalkError("--consistency: finds one tree per sentence", "omit --nbest and --confidence")
    names = [item.name for item in fields(ConsistentParsingOptions)]
    own = make_options(
        ConsistentParsingOptions, {name: value for name, value in options.items() if name in names}, "--consistency"
    )
    others = {name: value for name, value in options.items() if name not in names}
    parser = Parser.load(arguments.model, features_from=arguments.features_from)
    allowed = [*names, *parsing_options(type(parser.system.options))]
    if unknown := others.keys() - {*allowed, "longest"}:
        raise unknown_option(min(unknown), allowed, "--consistency")
    parser = parser.with_options(**others)
    train = list(read(arguments.train, heads="gold"))
    has_tagger = parser.tagging.tagger is not None
    heads: HeadPolicy = "given" if arguments.keep else "ignore"
    sentences = read_input(arguments, parser.segmenter, has_tagger=has_tagger, heads=heads)
    with ProgressBars() as progress:
        jobs = arguments.jobs or cores()
        changes = GraphChanges()
        corpus = parse_consistently(
            parser, changes.before(sentences), train, keep=arguments.keep, options=own, jobs=jobs, progress=progress
        )
        write(arguments.output, changes.after(corpus.joint))
        report_graph_changes(len(changes), progress)
        write_report({"consistency": corpus}, progress, arguments.report)
    return 0
