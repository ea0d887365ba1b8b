// SPDX-License-Identifier: Apache-2.0
/** Whether a text has words of what a head says of it, where a mistake would send a reader to a crisis line or accuse them of harm to children. */
import type { Category } from '../types.ts';

/** Words of dying, hurting oneself, eating disorders and despair. Wide: one of them lets the scan have its say. */
const OF_SELF_HARM =
  /\b(?:suicid|kill|(?<!\bby )(?:my|your|him|her|them|one)sel(?:f|ves)|self[- ]?(?:harm|injur|hurt)|di(?:e[ds]?|ying)\b|dead|death|li(?:fe|ve[ds]?|ving)\b|end(?:ing)? (?:it|my|your)|overdos|pills?\b|tablets?\b|wrists?\b|veins?\b|hang|noose|rope\b|razor|blades?\b|bleed|blood|bridge|jump|cut|burn|hurt|pain|harm|starv|purg|vomit|throw up|anorex|bulimi|pro[- ]?(?:ana|mia)|thin\b|skinny|weight|calorie|fasting|laxativ|eat|diet|depress|hopeless|worthless|useless|lonely|alone|anymore|any more|goodbye|good bye|exist|disappear|give up|gave up|wake up|choking|asphyxi|strangl|drown|poison|swallow|inhal|challenge|farewell|unalive|kys\b|sh\b|sewer)|[^\0-\x7f]/iu;

/** Words of children, of who has to do with them and of ages. As wide. */
const OF_MINORS =
  /\b(?:child|kid(?:s|do\w*)?\b|minors?\b|teen|pre-?teen|tween|adolesc|juvenil|youth|young|bab(?:y|ies)|infant|toddler|newborn|girl|boy|lad(?:s|die)?\b|lass|sons?\b|daughter|niece|nephew|cousin|grand|sibling|sister|brother|step|orphan|student|pupil|scout|school|kindergarten|nurser|play|class|grade|teacher|tutor|coach|camp\b|parent|mother|father|mom|mum|dad|famil|nann|babysit|under-?\s?age|of age|age\b|ages\b|aged\b|years?\b|yo\b|y\/o|\d{1,2}\s?(?:f|m|yrs?)\b|birthday|groom|pa?edo|loli|shota|jailbait|cp\b|csam|virgin|puberty|innocen|littl|small|tiny|doll|cartoon|anime|santa|candy|toy|roblox|fortnite|minecraft|abus|molest|incest)|[^\0-\x7f]/iu;

/** Words of people, of what insults or threatens them, and of who speaks or is spoken to. Wide again. */
const OF_PEOPLE =
  /\b(?:he|she|him|her|hers|himself|herself|you\w*|u|ur|we|us|someone|somebody|anyone|anybody|everyone|everybody|people|persons?|m[ae]n|wom[ae]n|girls?|boys?|guys?|lad(?:y|ies)|child\w*|kids?|student\w*|teacher\w*|colleague\w*|co-?worker\w*|boss\w*|employee\w*|worker\w*|staff|neighbou?r\w*|friends?|ex|wife|husband|partner|mother|father|mom|mum|dad|sister|brother|famil\w+|jew\w*|muslim\w*|christian\w*|black\w*|white\w*|asian\w*|gay\w*|lesbian\w*|trans\w*|queer\w*|immigrant\w*|migrant\w*|refugee\w*|foreign\w*|disabled|race|races|racis\w*|ethnic\w*|nation\w*|religio\w*|gender\w*|sex\w*|idiot\w*|stupid|moron\w*|dumb|fuck\w*|shit\w*|bitch\w*|hate\w*|ugly|fat|pig\w*|trash|scum|loser\w*|worthless|useless|kill\w*|die|dies|harass\w*|bull(?:y|ies|ied)|stalk\w*|threat\w*|insult\w*|humiliat\w*|rape\w*)\b|[^\0-\x7f]/iu;
/** Words of what machines are made to do. Without these a text may speak of somebody by a name that nobody else has. */
const OF_MACHINES =
  /\b(?:deploy\w*|servers?|database\w*|pipelines?|logging|logs?|approval step|approvals?|workflows?|backups?|firewalls?|production|repositor\w+|branch\w*|commits?|builds?|clusters?|containers?|api|dashboards?|alerts?|monitoring|scripts?|config\w*|queues?|cron\w*|jobs?|sidebar|buttons?|pages?|screens?|settings?)\b/u;

/** What is done to machines, and to nobody, insults nobody. */
const ofNobody = (text: string): boolean => OF_MACHINES.test(text) && !OF_PEOPLE.test(text);

const WORDS: Partial<Readonly<Record<Category, RegExp>>> = { self_harm: OF_SELF_HARM, minors: OF_MINORS };

/** The text is normalised. Of other categories every text may speak. */
export const isSpokenOf = (category: Category, text: string): boolean =>
  (WORDS[category]?.test(text) ?? true) && !(AGAINST_PEOPLE.has(category) && ofNobody(text));

const AGAINST_PEOPLE: ReadonlySet<Category> = new Set<Category>(['hate', 'harassment']);

/** Somebody's end by their own hand: of one person, since of whole groups it is told in contempt. */
const OWN_END =
  /\b(?:(?:kill|hang|hurt|harm|cut|shoot|drown|starv|poison)\w*\s(?:him|her)self|(?:end|ending|take|taking)\s(?:his|her)\s(?:own\s)?life|(?:his|her|my\s\w{2,12})\s(?:\w{2,12}\s){0,3}suicid\w*)\b|\bsich\s(?:umbringen|das leben nehmen|erhängen|etwas antun)|\bse (?:suicider|tuer|pendre|matar|suicidar)\b|\b(?:suicidarse|matarse|ahorcarse|uccidersi|suicidarsi|ammazzarsi|impiccarsi|zelfmoord)\b|покончить с собой|убить себя|自杀|自殺|أن (?:ينتحر|تنتحر)|आत्महत्या/u;
/** Words by which it is told of somebody, or feared. */
const TOLD =
  /\b(?:wants?|wanted|going|threaten\w*|tr(?:ies|ied|ying)|says?|said|saying|keeps?|kept|talk(?:s|ed|ing)?|plans?|planning|thinking|thinks|thought|attempt\w*|afraid|scared|fear|worr\w+|might|may|will|almost|nearly|mentioned|told|wrote)\b|\b(?:will|wollte|droht|versucht|veut|voulait|menace|quiere|quería|amenaza|quer|queria|ameaça|vuole|voleva|minaccia|wil|wilde|dreigt)\b|хочет|хотел|грозит|想|要|يريد|تريد|चाहत/u;
/** Words of those who wish it upon somebody, bring somebody to it or insult them. */
const WISHED =
  /\b(?:should|deserv\w*|hop(?:e|es|ing)|ought|must|make|making|let|encourag\w*|convinc\w*|persuad\w*|push\w*|drive|get|gets|into|trick\w*|bully\w*|laugh\w*|lol|lmao|haha\w*|glad|good riddance|fuck\w*|shit\w*|bitch\w*|whore|slut|cunt|pussy|pussies|pig|cow|ugly|fat|stupid|idiot|retard\w*|moron|loser|trash|wom[ae]n|m[ae]n|females?|males?|gays?|jews?|muslims?|blacks?|whites?|trann\w*|they|them|these|those|people|all|you|your)\b/u;
const LONGEST_WORRY = 200;

/** A short text that tells of one person who may take their life: what a head takes for insult or threat is no more than its words. */
export const tellsOfOwnEnd = (text: string): boolean =>
  text.length <= LONGEST_WORRY && OWN_END.test(text) && TOLD.test(text) && !WISHED.test(text);
