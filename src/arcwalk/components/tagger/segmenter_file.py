"""The segmenter alone: that of a parser or tagger, or a file with nothing else."""

from arcwalk.components.segmenter.segmenter import NAME, LearnedSegmenter
from arcwalk.components.tagger.options import NAME as TAGGER
from arcwalk.files.paths import FilePath
from arcwalk.models.model_file import StoredModel, model_bytes, model_from, read_model
from arcwalk.safe_reading.source import PICKLED
from arcwalk.treebank.raw_text import no_segmenter


def load_segmenter(path: FilePath) -> LearnedSegmenter:
    """Read the segmenter in a model file; raises if the model has none."""
    return _segmenter(read_model(path))


def segmenter_bytes(segmenter: LearnedSegmenter) -> bytes:
    """The segmenter as a model file of its own."""
    return model_bytes(segmenter.model())


def segmenter_from(data: bytes) -> LearnedSegmenter:
    """The inverse of `segmenter_bytes`."""
    return _segmenter(model_from(data, PICKLED))


def _segmenter(model: StoredModel) -> LearnedSegmenter:
    tagger = model if model.system == TAGGER else model.part(TAGGER, TAGGER)
    own = model if model.system == NAME else tagger and tagger.part(NAME, NAME)
    if own is None:
        raise no_segmenter(model.source.name, has_tagger=tagger is not None, has_rules=False)
    return LearnedSegmenter.restore(own.laid_out())
