"""All scenarios, by name."""

from fuzz.annotations import ANNOTATIONS
from fuzz.arguments import ARGUMENTS
from fuzz.files import FILES
from fuzz.interrupts import INTERRUPTS
from fuzz.models import MODELS
from fuzz.requests import REQUESTS
from fuzz.scenario import Scenario
from fuzz.sentences import SENTENCES
from fuzz.trainings import TRAININGS

SCENARIOS: dict[str, Scenario] = {
    scenario.name: scenario
    for scenario in (FILES, SENTENCES, TRAININGS, MODELS, REQUESTS, ARGUMENTS, INTERRUPTS, ANNOTATIONS)
}
