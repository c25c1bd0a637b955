"""`parse_files`, `tag_files` and `tokenize_files`: whole corpora from Python, as the commands annotate them."""

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Literal, NamedTuple, get_args

from arcwalk.engine.local import LocalEngine
from arcwalk.engine.plan import plan_files
from arcwalk.engine.progress import CorpusProgress, NoProgress
from arcwalk.engine.protocol import Engine
from arcwalk.engine.request import ParsingRequest, Request, TaggingRequest, TokenizingRequest
from arcwalk.engine.run import Report, annotate_files
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.files.paths import FilePath
from arcwalk.machine import cores
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.input_format import FormatName, InputFormat
from arcwalk.treebank.output_format import TOKENIZED, TokenizedName

EngineName = Literal["local", "dask"]

_DASK = Argument("engine", "dask")


class Workers(NamedTuple):
    """Who does the work: processes on this machine or a Dask cluster; None: as many as there are cores."""

    engine: EngineName = "local"
    scheduler: str | None = None
    jobs: int | None = None


class FilesFailed(ArcwalkError):
    """Some files could not be annotated; `report.failed` says why, and all others are done."""

    def __init__(self, report: Report) -> None:
        super().__init__("\n".join(map(str, report.failed.values())))
        self.report = report


def parse_files(
    inputs: FilePath | Sequence[FilePath],
    model: FilePath,
    output: FilePath,
    *,
    keep: bool = False,
    confidence: bool = False,
    nbest: int | None = None,
    features_from: FilePath = "",
    input_format: FormatName = "conllu",
    language: str = "",
    sentences: bool = False,
    ranges: bool = False,
    engine: EngineName = "local",
    scheduler: str | None = None,
    jobs: int | None = None,
    progress: CorpusProgress | None = None,
    **options: object,
) -> Report:
    """Parse files, patterns such as `news/**/*.conllu`, or folders, as `arcwalk parse` does.

    `output` is a folder if it exists as one, ends in a slash, or if there are several files. An interrupted run in
    a folder goes on where it stopped. The workers are `jobs` processes, by default one for each
    core, or with `engine="dask"` those of the `scheduler` with that address. A file that cannot be parsed does not stop
    the others; `FilesFailed` is raised at the end. `options` are parsing options, see `Parser.with_options`.

    In raw text, the model finds words and sentences, or spaCy's rules for a `language`; with `sentences`, each line is
    one. With `ranges`, MISC tells where each token is.
    """
    request = ParsingRequest(
        model=fspath(model),
        form=_form(input_format, language, sentences, ranges, heads="given" if keep else "ignore"),
        features_from=fspath(features_from),
        options=tuple(options.items()),
        keep=keep,
        confidence=confidence,
        nbest=nbest,
    )
    return run_request(request, inputs, output, Workers(engine, scheduler, jobs), progress or NoProgress())


def tag_files(
    inputs: FilePath | Sequence[FilePath],
    model: FilePath,
    output: FilePath,
    *,
    input_format: FormatName = "conllu",
    language: str = "",
    sentences: bool = False,
    ranges: bool = False,
    engine: EngineName = "local",
    scheduler: str | None = None,
    jobs: int | None = None,
    progress: CorpusProgress | None = None,
) -> Report:
    """Tag files as `arcwalk tag` does; see `parse_files`."""
    request = TaggingRequest(model=fspath(model), form=_form(input_format, language, sentences, ranges))
    return run_request(request, inputs, output, Workers(engine, scheduler, jobs), progress or NoProgress())


def tokenize_files(
    inputs: FilePath | Sequence[FilePath],
    model: FilePath,
    output: FilePath,
    *,
    output_format: TokenizedName = "conllu",
    language: str = "",
    sentences: bool = False,
    ranges: bool = False,
    engine: EngineName = "local",
    scheduler: str | None = None,
    jobs: int | None = None,
    progress: CorpusProgress | None = None,
) -> Report:
    """Find sentences and words in raw text as `arcwalk tokenize` does; see `parse_files`."""
    _require_choice("output_format", output_format, TOKENIZED)
    form = _form("text", language, sentences, ranges)
    request = TokenizingRequest(model=fspath(model), form=form, output=output_format)
    return run_request(request, inputs, output, Workers(engine, scheduler, jobs), progress or NoProgress())


def run_request(
    request: Request,
    inputs: FilePath | Sequence[FilePath],
    output: FilePath,
    workers: Workers,
    progress: CorpusProgress,
) -> Report:
    """Carry out a request for all inputs; raises what is wrong with a single file, `FilesFailed` for several."""
    engine = _engine(workers)
    files = [inputs] if isinstance(inputs, str | PathLike) else inputs
    plan = plan_files(files, output, request.form.name, request.extension)
    report = annotate_files(plan, request, engine, progress)
    if report.failed:
        raise FilesFailed(report) if len(plan.files) > 1 else next(iter(report.failed.values()))
    return report


def _form(
    name: FormatName, language: str, sentences: bool, ranges: bool, *, heads: HeadPolicy = "ignore"
) -> InputFormat:
    """The format of the inputs; raises if there is no such format, or if raw text is described that is none."""
    _require_choice("input_format", name, get_args(FormatName))
    if name != "text":
        for argument, value in (("language", language), ("sentences", sentences), ("ranges", ranges)):
            if value:
                remedy = f"add input_format='text' or omit {argument}"
                raise ArcwalkError(f"{argument}={value!r}: only for raw text", remedy)
    return InputFormat(name, language, sentences, ranges, heads)


def _require_choice(argument: str, value: str, choices: Sequence[str]) -> None:
    """Raise for what the command line does not let through."""
    if value not in choices:
        raise ArcwalkError(f"{argument}={value!r}: choose one of {', '.join(choices)}")


def _engine(workers: Workers) -> Engine:
    jobs = cores() if workers.jobs is None else workers.jobs
    if jobs < 1:
        raise ArcwalkError(Wording(Argument("jobs", jobs), ": must be at least 1"))
    if workers.engine == "local":
        if workers.scheduler is not None:
            scheduler, remedy = Argument("scheduler", workers.scheduler), Wording("add ", _DASK)
            raise ArcwalkError(Wording(scheduler, ": is for Dask"), remedy)
        return LocalEngine(jobs)
    if workers.scheduler is not None and workers.jobs is not None:
        remedy = Wording("omit ", Argument("jobs"), ", or ", Argument("scheduler"))
        raise ArcwalkError(Wording(Argument("jobs", jobs), ": a scheduler has its own workers"), remedy)
    try:
        from arcwalk.engine.dask_cluster import DaskEngine
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise ArcwalkError(Wording(_DASK, ": Dask is not installed"), 'run: pip install "arcwalk[dask]"') from None
    return DaskEngine(workers.scheduler, jobs)
