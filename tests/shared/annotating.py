"""A project that is being annotated behind a real socket, and how a browser works on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serving import serving

from arcwalk import Parser
from arcwalk.annotate.learning import Learning, Schedule
from arcwalk.annotate.project import Project
from arcwalk.annotate.routes import make_application
from arcwalk.service.limits import Limits

# Begins with a sentence without a tree, and has everything that must stay as it is when something else is edited.
FRENCH = """\
# newdoc id = d1
# sent_id = f1
# text = Il va au marché du village.
1\tIl\til\tPRON\tPRO\tNumber=Sing\t_\t_\t_\t_
2\tva\taller\tVERB\tV\tMood=Ind|Number=Sing\t_\t_\t_\t_
3-4\tau\t_\t_\t_\t_\t_\t_\t_\t_
3\tà\tà\tADP\tP\t_\t_\t_\t_\t_
4\tle\tle\tDET\tD\tDefinite=Def\t_\t_\t_\t_
5\tmarché\tmarché\tNOUN\tN\tGender=Masc|Number=Sing\t_\t_\t_\tGloss=market
6\tdu\tdu\tADP\tP\t_\t_\t_\t_\t_
7\tvillage\tvillage\tNOUN\tN\tGender=Masc|Number=Sing\t_\t_\t_\tSpaceAfter=No
8\t.\t.\tPUNCT\tPUNCT\t_\t_\t_\t_\t_

# sent_id = f2
# text = Elle dort.
1\tElle\til\tPRON\tPRO\tNumber=Sing\t_\t_\t_\t_
2\tdort\tdormir\tVERB\tV\tMood=Ind|Number=Sing\t_\t_\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\tPUNCT\t_\t_\t_\t_\t_

# sent_id = f3
# text = Ils mangent.
1\tIls\til\tPRON\tPRO\tNumber=Plur\t2\tnsubj\t2:nsubj\t_
2\tmangent\tmanger\tVERB\tV\tMood=Ind|Number=Plur\t0\troot\t0:root\tSpaceAfter=No
2.1\tpain\tpain\tNOUN\tN\t_\t_\t_\t2:obj\t_
3\t.\t.\tPUNCT\tPUNCT\t_\t2\tpunct\t2:punct\t_

"""


@contextmanager
def annotating(
    *files: Path, port: int = 0, learns: Schedule | None = None, model: Parser | None = None
) -> Iterator[str]:
    """Serve a project; its address. It only learns if there is a schedule; guesses are plain without a model."""
    project = Project(files)
    learning = Learning(project, model, learns)
    if learns:
        learning.start()
    try:
        with serving(make_application(project, learning, Limits()), port) as address:
            yield f"{address}/"
    finally:
        learning.stop()
        project.close()
