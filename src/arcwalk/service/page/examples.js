// What the page offers to those who have no text at hand.

const TEXTS = {
  ar: "رأى الرجل العجوز الفتاة بالمنظار. تمطر هذا المساء في المدينة.",
  bg: "Старецът видя момичето с телескопа. Тази вечер в града вали дъжд.",
  ca: "El vell va veure la noia amb el telescopi. Aquest vespre plou a la ciutat.",
  cs: "Starý muž viděl dívku s dalekohledem. Dnes večer ve městě prší.",
  da: "Den gamle mand så pigen med kikkerten. I aften regner det i byen.",
  de: "Der alte Mann sah das Mädchen mit dem Fernrohr. Heute Abend regnet es in der Stadt.",
  el: "Ο γέρος είδε το κορίτσι με το τηλεσκόπιο. Απόψε βρέχει στην πόλη.",
  en: "She booked a table on Thursday that many tourists liked. The old man saw the girl with the telescope.",
  es: "El anciano vio a la niña con el telescopio. Esta noche llueve en la ciudad.",
  et: "Vana mees nägi teleskoobiga tüdrukut. Täna õhtul sajab linnas vihma.",
  eu: "Gizon zaharrak teleskopioarekin ikusi zuen neska. Gaur gauean euria ari du hirian.",
  fa: "پیرمرد دختر را با دوربین دید. امشب در شهر باران می‌بارد.",
  fi: "Vanha mies näki tytön kaukoputkella. Tänä iltana kaupungissa sataa.",
  fr: "Le vieil homme a vu la fille avec le télescope. Ce soir, il pleut dans la ville.",
  he: "הזקן ראה את הילדה עם הטלסקופ. הערב יורד גשם בעיר.",
  hi: "बूढ़े आदमी ने दूरबीन से लड़की को देखा। आज शाम शहर में बारिश हो रही है।",
  hr: "Stari je čovjek vidio djevojku s teleskopom. Večeras u gradu pada kiša.",
  hu: "Az öreg látta a lányt a távcsővel. Ma este esik az eső a városban.",
  it: "Il vecchio ha visto la ragazza con il telescopio. Stasera piove in città.",
  ja: "老人は望遠鏡で少女を見た。今夜、街では雨が降っている。",
  ko: "노인이 망원경으로 소녀를 보았다. 오늘 저녁 도시에는 비가 온다.",
  nb: "Den gamle mannen så jenta med kikkerten. I kveld regner det i byen.",
  nl: "De oude man zag het meisje met de verrekijker. Vanavond regent het in de stad.",
  pl: "Stary człowiek widział dziewczynę z teleskopem. Dziś wieczorem w mieście pada deszcz.",
  pt: "O velho viu a menina com o telescópio. Esta noite chove na cidade.",
  ro: "Bătrânul a văzut fata cu telescopul. Diseară plouă în oraș.",
  ru: "Старик увидел девочку с биноклем. Сегодня вечером в городе идёт дождь.",
  sk: "Starý muž videl dievča s ďalekohľadom. Dnes večer v meste prší.",
  sl: "Stari mož je videl dekle z daljnogledom. Nocoj v mestu dežuje.",
  sv: "Den gamle mannen såg flickan med kikaren. I kväll regnar det i staden.",
  ta: "முதியவர் தொலைநோக்கியுடன் சிறுமியைப் பார்த்தார். இன்று மாலை நகரத்தில் மழை பெய்கிறது.",
  tr: "Yaşlı adam dürbünlü kızı gördü. Bu akşam şehirde yağmur yağıyor.",
  uk: "Старий побачив дівчину з біноклем. Сьогодні ввечері в місті йде дощ.",
  zh: "老人用望远镜看见了女孩。今晚城里下雨。",
};

const ROWS = [
  ["She", "she", "PRON"],
  ["booked", "book", "VERB"],
  ["a", "a", "DET"],
  ["table", "table", "NOUN"],
  ["on", "on", "ADP"],
  ["Thursday", "Thursday", "PROPN"],
  [".", ".", "PUNCT"],
];

const TAGGED = ROWS.map(
  ([form, lemma, tag], index) => `${[index + 1, form, lemma, tag, "_", "_", "_", "_", "_", "_"].join("\t")}\n`,
).join("");

/** Sentences in a language, with tags if need be; English ones where there are no others: `{text, code}`. */
export function example(language, needsTags) {
  const code = !needsTags && Object.hasOwn(TEXTS, language) ? language : "en";
  return { text: needsTags ? TAGGED : TEXTS[code], code };
}

/** The code of rules that suit most languages. */
export const ANY_LANGUAGE = "xx";

const names = new Intl.DisplayNames("en", { type: "language" });

/** Codes of languages and their names, as suggestions. */
export const LANGUAGES = Object.keys(TEXTS).map((code) => [code, names.of(code)]);
