// SPDX-License-Identifier: Apache-2.0
/** Orders that German and Dutch deny, mostly behind the verb. */
import { type Denials, wordsFinder } from './denials.ts';

const GERMAN_DROP =
  '(?:ignorier|missacht|vergess|vergiss|vergiß|vergaß|verwirf|verwerf|umgeh|überschreib|übergeh|vernachlässig|lösch|brich)\\p{L}{0,4}';
const GERMAN_TELL =
  '(?:verrat|verrät|zeig|gib|gebt|geb|nenn|sag|teil|wiederhol|enthüll|schreib|druck|lies|übersetz)\\p{L}{0,4}';
const GERMAN_VERB = `(?:${GERMAN_DROP}|${GERMAN_TELL})`;
/** The verb at the end of its clause: an infinitive or a participle. */
const GERMAN_END =
  '(?:ignorier(?:en|t|ten)|missacht(?:en|et)|vergessen|verw(?:erfen|orfen)|umg(?:ehen|angen)|überschr(?:eiben|ieben)|übergangen|überg(?:ehen)|vernachlässig(?:en|t)|lösch(?:en)|gelöscht|verraten|preis(?:geben|gegeben)|weiter(?:geben|gegeben|sagen|gesagt)|heraus(?:geben|gegeben)|zeigen|gezeigt|nennen|genannt|sagen|gesagt|wiederholen|wiederholt|enthüllen|enthüllt|offenlegen|offengelegt|mitteilen|mitgeteilt)(?: (?:werden|worden|wird|wurden|hat|habe|haben|darf|dürfen|sollen|soll|kann|können|lassen))?';
const GERMAN_NOT = '(?:nicht|nie|niemals|keinesfalls|auf keinen fall|unter keinen umständen|nie wieder)';
const NOT_HALF = '(?! (?:nur|bloß|allein|lediglich|einfach|länger|zu)(?!\\p{L}))(?! ?,)';
const GERMAN_HEAD =
  '(?:anweisung|instruktion|vorgabe|regel|befehl|richtlinie|prompt|anordnung|hinweis|warnung)\\p{L}{0,3}';
/** Words of one thing: no verb, no joining word, no mark. */
const GERMAN_THING = `(?:(?:die|der|den|das|dem|des|alle|aller|meine?[nrms]?|deine?[nrms]?|seine?[nrms]?|ihre?[nrms]?|unsere?[nrms]?|eure?[nrms]?|diese[nrms]?|jene|${'\\p{L}{3,16}'}(?:en|e|er|es)) ){1,4}?(?:system-?)?${GERMAN_HEAD}`;
const GERMAN_OWNER = '(?: (?:des|der|von|vom|aus|am|im|zur|zum) \\p{L}{2,16}){0,2}';
const GERMAN_DONE = '(?= ?(?:[.,;!?):–—]|$)| (?:weil|wenn|falls|nur weil|obwohl|auch|mehr)(?!\\p{L}))';

export const GERMAN: Denials = {
  goesOn: null,
  denied: wordsFinder(
    `${GERMAN_VERB}(?: (?:sie|du|ihr|man|bitte|ja|aber|auch|doch|mir|ihm|einem|jemals)){0,3} (?:${GERMAN_NOT}${NOT_HALF}|niemande[mn]|keine[mnr] \\p{L}{3,16})|${GERMAN_VERB}(?= (?:(?:sie|du|ihr|man|bitte|ja) ){0,2}${GERMAN_THING}${GERMAN_OWNER} ${GERMAN_NOT}${GERMAN_DONE})|${GERMAN_NOT} (?:(?:mehr|wieder|einfach|je|jemals|zu) )?${GERMAN_END}|weiger\\p{L}{1,4} (?:\\p{L}{2,14} )?sich ?,? (?:\\p{L}{2,20} ){1,5}zu ${GERMAN_END}|(?:ohne|anstatt|statt) (?:(?:die|der|den|das|alle|\\p{L}{2,8}e[nr]?|\\p{L}{3,16}en|${GERMAN_HEAD}) ){1,4}zu ${GERMAN_END}`,
  ),
  double:
    /(?<!\p{L})(?:nicht|nie|niemals|kein\p{L}*|nichts|ohne|zöger\p{L}*|weiger\p{L}*|verboten|warum|wieso|weshalb|falsch|lüge|gelogen|statt|anstatt|niemand\p{L}*)(?!\p{L})/iu,
  condition: /(?<!\p{L})(?:wenn|falls|sofern|solange|bis) (?:du|ihr|sie)(?!\p{L})/iu,
  loose: null,
  told: /(?<!\p{L})(?:du (?:hast|hattest|weigerst)|sie (?:haben|hatten|weigern) (?:sich|mir))(?!\p{L})/iu,
  questions: false,
  except:
    /(?<!\p{L})(?:außer|es sei denn|bis (?:ich|du|auf)|nur wenn|solange|ausgenommen|zu (?:ignorieren|missachten|vergessen|umgehen|verwerfen|überschreiben|verraten|zeigen|löschen)|aber (?:mir|hier|jetzt)|sondern (?:mir|nur|hier|jetzt))(?!\p{L})/iu,
  turned:
    /(?<!\p{L})(?:gegenteil|nicht mehr|aufgehoben|ungültig|umgekehrt|scherz\p{L}*|spaß|witz|trotzdem|negation|verneinung|wort ['"„“]?nicht|tu (?:es|das)|mach (?:es|das)|(?:ignorier|missacht|vergiss|vergesst|verwirf|verwerft|umgeh|überschreib|lösch|verrat|zeig|nenn|wiederhol|gib|schreib|ersetz)\p{L}{0,3} (?:sie|es|mir|uns|ihn|diese|das|alles))(?!\p{L})/iu,
};

const DUTCH_DROP =
  '(?:negeer|negeert|negeren|vergeet|vergeten|omzeil|omzeilt|omzeilen|overtreed|overtreedt|wis|wist|verwijder|verwijdert|overschrijf)';
const DUTCH_TELL =
  '(?:onthul|onthult|toon|toont|geef|geeft|deel|deelt|herhaal|herhaalt|vertel|vertelt|zeg|zegt|schrijf|schrijft|verraad|verraadt|print|laat)';
const DUTCH_VERB = `(?:${DUTCH_DROP}|${DUTCH_TELL})`;
const DUTCH_END =
  '(?:negeren|genegeerd|vergeten|omzeilen|omzeild|overtreden|wissen|gewist|overschrijven|overschreven|onthullen|onthuld|tonen|getoond|geven|gegeven|delen|gedeeld|herhalen|herhaald|vertellen|verteld|zeggen|gezegd|prijsgeven|prijsgegeven|verraden)';
const DUTCH_NOT = '(?:niet|nooit|geenszins|in geen geval|onder geen enkele omstandigheid)';
const DUTCH_HALF = '(?! (?:alleen|slechts|enkel|zomaar|langer|om|te)(?!\\p{L}))(?! ?,)';
const DUTCH_HEAD =
  '(?:instructies?|aanwijzing(?:en)?|regels?|opdracht(?:en)?|richtlijn(?:en)?|bevel(?:en)?|systeemprompt|prompt|waarschuwing(?:en)?)';
const DUTCH_THING = `(?:(?:de|het|alle|mijn|jouw|je|uw|zijn|haar|hun|onze|ons|deze|die|\\p{L}{3,16}e) ){1,4}?${DUTCH_HEAD}`;
const DUTCH_DONE = '(?= ?(?:[.,;!?):–—]|$)| (?:omdat|als|ook|meer|zodra)(?!\\p{L}))';

export const DUTCH: Denials = {
  goesOn: null,
  denied: wordsFinder(
    `${DUTCH_VERB}(?: (?:u|je|jij|jullie|men|alsjeblieft|alstublieft|ook|dus|toch|aan)){0,2} (?:${DUTCH_NOT}${DUTCH_HALF}|niemand)|${DUTCH_VERB}(?= (?:(?:u|je|jij|men|ook) )?${DUTCH_THING}(?: (?:van|uit|op|in) (?:de |het |een )?\\p{L}{2,16})? ${DUTCH_NOT}${DUTCH_DONE})|${DUTCH_NOT} (?:(?:meer|zomaar|ooit|te|worden|mogen|kunnen) ){0,2}${DUTCH_END}|(?:weiger(?:t|de|den)|zonder|in plaats van) (?:(?:de|het|zijn|haar|hun|alle|mijn|\\p{L}{3,16}e|${DUTCH_HEAD}) ){1,4}te ${DUTCH_END}`,
  ),
  double:
    /(?<!\p{L})(?:niet|nooit|geen|niets|zonder|aarzel\p{L}*|weiger\p{L}*|verboden|waarom|onwaar|leugen|in plaats|niemand|nalaten)(?!\p{L})/iu,
  condition: /(?<!\p{L})(?:als|indien|tenzij|tot) (?:je|jij|u|ze)(?!\p{L})/iu,
  loose: null,
  told: /(?<!\p{L})(?:je|jij|u) (?:hebt|heeft|had|weigert|weigerde)(?!\p{L})/iu,
  questions: false,
  except:
    /(?<!\p{L})(?:behalve|tenzij|totdat|tot (?:ik|je)|alleen als|te (?:negeren|vergeten|omzeilen|wissen|onthullen|tonen)|maar (?:mij|hier|nu|aan mij))(?!\p{L})/iu,
  turned:
    /(?<!\p{L})(?:tegendeel|tegenovergestelde|niet meer|niet langer|vervallen|ingetrokken|andersom|grapje|geintje|ontkenning|doe (?:het|dat)|(?:negeer|vergeet|omzeil|wis|verwijder|onthul|toon|herhaal|geef|vertel|schrijf|vervang)t? (?:ze|het|die|dat|mij|me|hem|alles))(?!\p{L})/iu,
};
