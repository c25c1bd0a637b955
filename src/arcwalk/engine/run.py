"""A run over files: cut them, have an engine annotate the batches, and write what comes back."""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby

from arcwalk.engine.batches import Batch, cut_file, file_size
from arcwalk.engine.output_folder import OutputFolder
from arcwalk.engine.outputs import InputChanged, OneOutput, Outputs
from arcwalk.engine.plan import Plan, PlannedFile
from arcwalk.engine.progress import CorpusProgress
from arcwalk.engine.protocol import Engine
from arcwalk.engine.request import Request
from arcwalk.engine.worker import AnnotatedBatch, loaded
from arcwalk.errors import ArcwalkError
from arcwalk.files.output import check_not_read_only


@dataclass(slots=True)
class Report:
    """What a run has done."""

    written: list[PlannedFile] = field(default_factory=list)
    kept: list[PlannedFile] = field(default_factory=list)  # finished by an earlier run
    failed: dict[PlannedFile, ArcwalkError] = field(default_factory=dict)
    sentences: int = 0
    words: int = 0
    graph_changes: int = 0  # words whose DEPS followed a new head or label
    seconds: float = 0.0  # of the whole run, without checking the request
    worker_seconds: float = 0.0  # spent by all workers together on sentences

    def count(self, batch: AnnotatedBatch) -> None:
        """Add a batch that is written."""
        self.sentences += batch.sentences
        self.words += batch.words
        self.graph_changes += batch.graph_changes
        self.worker_seconds += batch.seconds


def annotate_files(plan: Plan, request: Request, engine: Engine, progress: CorpusProgress) -> Report:
    """Annotate all files of a plan; those that cannot be are in the report, and the others are done.

    An invalid request raises before anything is read.
    """
    request = request.identified()
    segmenter = loaded(request).segmenter
    request.form.sentences([], segmenter)
    started = time.perf_counter()
    if plan.folder is None:
        report = _annotate(plan, request, engine, progress, OneOutput())
    else:
        with OutputFolder(plan.folder, request.fingerprint()) as folder:
            report = _annotate(plan, request, engine, progress, folder)
            folder.is_complete = not report.failed
    report.seconds = time.perf_counter() - started
    return report


def _annotate(plan: Plan, request: Request, engine: Engine, progress: CorpusProgress, outputs: Outputs) -> Report:
    report = Report(kept=[file for file in plan.files if outputs.is_finished(file)])
    kept = set(report.kept)
    files = [file for file in plan.files if file not in kept]
    for file in files:
        check_not_read_only(file.target)
    progress.start(len(files), sum(file_size(file.source) for file in files))

    def batches() -> Iterator[Batch]:
        for number, file in enumerate(files):
            skipped = outputs.begin(file)
            for batch in cut_file(number, file.source, request.form, engine.batch_words, skipped=skipped):
                yield batch
                if file in report.failed:
                    break

    # closed at once: what an interrupted run leaves in a traceback must not keep processes, and the folder, busy
    with closing(engine.run(request, batches())) as annotated:
        for number, outcomes in groupby(annotated, key=lambda outcome: outcome[0].file):
            file = files[number]
            read = 0
            try:
                with outputs.writing(file) as append:
                    for batch, result in outcomes:
                        if isinstance(result, ArcwalkError):
                            report.failed[file] = result
                            raise result
                        append(result.text, len(batch.unread))
                        progress.advance(result.sentences, result.words, batch.bytes_read - read)
                        read = batch.bytes_read
                        report.count(result)
                report.written.append(file)
            except InputChanged as error:
                report.failed[file] = error
            except ArcwalkError:
                if file not in report.failed:  # the output or the engine is at fault
                    raise
            progress.finish_file(file_size(file.source) - read)
    return report
