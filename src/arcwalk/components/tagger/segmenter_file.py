"""The segmenter alone: that of a parser or tagger, or a file with nothing else."""

from arcwalk.components.segmenter.segmenter import NAME, LearnedSegmenter
from arcwalk.components.tagger.options import NAME as TAGGER
from arcwalk.files.paths import FilePath, source_name
from arcwalk.models.model_file import model_bytes, model_from, read_model
from arcwalk.safe_reading.source import PICKLED
from arcwalk.treebank.raw_text import no_segmenter


def load_segmenter(path: FilePath) -> LearnedSegmenter:
    """Read the segmenter in a model file; raises if the model has none."""
    own, has_tagger = stored_segmenter(path)
    if own is None:
        raise no_segmenter(source_name(path), has_tagger=has_tagger, has_rules=False)
    return own


def stored_segmenter(path: FilePath) -> tuple[LearnedSegmenter | None, bool]:
    """Read the segmenter in a model file, if there is one; and whether there is a tagger."""
    model = read_model(path)
    tagger = model if model.system == TAGGER else model.part(TAGGER, TAGGER)
    own = model if model.system == NAME else tagger and tagger.part(NAME, NAME)
    return None if own is None else LearnedSegmenter.restore(own.laid_out()), tagger is not None


def segmenter_bytes(segmenter: LearnedSegmenter) -> bytes:
    """The segmenter as a model file of its own."""
    return model_bytes(segmenter.model())


def segmenter_from(data: bytes) -> LearnedSegmenter:
    """The inverse of `segmenter_bytes`."""
    return LearnedSegmenter.restore(model_from(data, PICKLED).laid_out())
