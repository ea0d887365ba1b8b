// SPDX-License-Identifier: Apache-2.0
/** Words of harm in another sense: programs that are killed, imitations that deceive nobody, the show that is stolen. */
import type { Part } from './parts.ts';
import type { Stretch } from './prevention.ts';
import { placeFinder } from './word-finder.ts';

/** What programs are made of, not those who work; it is killed every day. */
const PROGRAM_PARTS =
  '(?:process(?:es)?|threads?|jobs?|tasks?|containers?|pods?|daemons?|sessions?|shells?)(?! (?:server|force|officer|captain|worker|manager|ship|owner|hunter|seeker)s?)';
/** Imitations of what grows, is worn or stands on a stage, and doubles in tests. */
const IMITATIONS =
  'plants?|flowers?|grass|snow|blood|leather|fur|nails?|lash(?:es)?|tan|beards?|moustaches?|mustaches?|eyelashes|teeth|rocks?|wood|marble|bricks?|windows?|cakes?|fruit|candles?|books?|servers?|clients?|clocks?|timers?|objects?|modules?|responses?|output|targets?|requests?|rows?|tables?';

/** What is shaped, moved or edited by hand or by a program. */
const SHAPED =
  'dough|clay|images?|photos|pictures|audio|sound|files?|strings?|text|arrays?|lists?|json|csv|xml|dates?|tables?|columns?|data ?frames?|matrices|objects?|the dom|dom|elements?|variables?|bits|pixels?|layers?|colou?rs?|fabric|joints?|puppets?|marionettes?|equations?|fractions?|shapes?|meshes?|time series|urls?';

const FAMILY =
  '(?:parents|mom|mum|mother|dad|father|grandma|grandpa|grandmother|grandfather|wife|husband|partner|girlfriend|boyfriend|sister|brother|son|daughter|friends?|roommate|family)';

/** What lives off others without a plan, and what is made use of without anybody's loss; never a thing that is broken into. */
const CREATURES =
  'plants?|orchids?|flowers?|trees?|animals?|birds?|bats?|bees?|ants?|wasps?|insects?|cuckoos?|parasites?|fung(?:i|us)|bacteria|hummingbirds?|predators?|species|spiders?|fish|squirrels?|microbes?|mosses|lichens?';
const MADE_USE_OF =
  '(?:(?:gaps?|niches?|opportunit(?:y|ies)|trends?) in the (?:\\p{L}{1,14} )?(?:market|industry|field)|market (?:gaps?|niches?|opportunit(?:y|ies))|symmetr(?:y|ies)|sparsity|parallelism|locality|redundancy|caching|(?:his|her|its|my|our|their|the) (?:full )?potential|open files?|echoes|nectar|wind|tides|sunlight|gravity|leverage|momentum)';
const STAINS =
  '(?<!blood[- ]?)(?:scratch(?:es)?|scuffs?|stains?|tattoos?|pimples?|acne|spots?|freckles?|scars?|grey hairs?|gr[ae]y hair|smells?|odou?rs?|holes? in (?:the|my|a) (?:wall|jeans|drywall|ceiling|sock|shirt)|dark circles|roots|wallpaper|cracks?)(?! (?:of|from|with|after) )';
const GAME_ANIMALS =
  'deer|elk|moose|stags?|roe|prey|antelopes?|gazelles?|boars?|rabbits?|hares?|ducks?|geese|birds?|trout|mice';
const WHOLES =
  'text|water|work|knowledge|evidence|literature|research|law|the (?:text|letter|e-?mail|message|document|page|function|loop|request|response|table|essay)';

/** A licence in its own words, over lines and marks of comments; nothing else fits between them. */
const GAP = '[\\s*#/;]{1,12}';
const GRANT = `(?:permission${GAP}(?:is${GAP}hereby${GAP}granted,?${GAP})?to${GAP})?use,${GAP}copy,${GAP}modify(?:,?${GAP}(?:and|or|and/or|merge|publish|alter|enhance|distribute|sublicen[cs]e|sell|redistribute),?){1,9}(?:${GAP}(?:copies${GAP}of${GAP})?(?:this|the)${GAP}(?:software|code|program|file|documentation|work))?`;

const nextWord = placeFinder(
  [
    `(?:kill|terminat|stop|end)(?:s|e|ed|ing)? (?:off )?(?:(?!(?:in|during|between|before|after|at|on|with|by|for|and|or|who|people|everyone|him|her|them|me|you) )\\p{L}{1,10} ){0,4}?(?:${PROGRAM_PARTS})`,
    `(?:child|orphan|zombie) (?:${PROGRAM_PARTS})`,
    '(?:tue[rz]?|tuons) (?:un|le|les|ce|des) processus|mata[rn]? (?:un|el|los) procesos?|matar (?:um|o|os) processos?|(?:termina|uccide)re (?:un|il|i) process[oi]|prozesse? (?:killen|töten|abschießen|beenden)|убить процессы?',
    `manipulat(?:e|es|ed|ing) (?:the |my |some |these |an? )?(?:${SHAPED})(?! (?:of|from|so (?:that )?(?:she|he|they|people|it looks|i|we)|to make|that|using)(?!\\p{L}))`,
    '(?:trick|fool|cheat|hack|deceive)(?:s|ing)? (?:myself|my (?:own )?(?:brain|mind|body|stomach|taste buds|eyes|metabolism|sleep|dog|cat|puppy|horse|plants?))(?! (?:owner|sitter|breeder|walker))',
    `(?:persuad|convinc)(?:e|ing) (?:my |our |her |his )?${FAMILY} (?:to (?:adopt|get (?:an?|some|his|her|their) (?!(?:loan|credit|card|gun|pin|will))|let (?:me|us) (?:adopt|get|have|keep|go|travel|stay|study|move|paint|dye|play|join)|go to (?:the |a )?(?:doctor|dentist|therapy|gym|school|bed)|see a (?:doctor|dentist|therapist)|try|eat|wear|exercise|quit smoking|stop smoking|come (?:home|with us|along)|travel|use (?:a|his|her) (?:helmet|hearing aids?|walker|seat ?belt)))`,
    '(?:fake|satirical) (?:news )?(?:headlines?|articles?|stor(?:y|ies)) (?:for|like|in the style of) the onion',
    `(?:${CREATURES}) (?:(?:can|may|often|also|cleverly|to|that) ){0,2}exploit(?:s|ed|ing)?`,
    `exploit(?:s|ed|ing)? (?:an? |the |some |this )?(?:(?:small|big|new|growing|profitable) )?${MADE_USE_OF}`,
    `cover(?:s|ed|ing)? up (?:an? |the |my |some |old |small |ugly ){0,3}(?:${STAINS})`,
    `stalk(?:s|ed|ing)? (?:an? |the |some |wild )?(?:${GAME_ANIMALS})(?! (?:hunters?|watchers?|keepers?))`,
    `bod(?:y|ies) of (?:${WHOLES})`,
    'rob(?:s|bed|bing)? (?:(?:myself|yourself|ourselves|themselves) of|peter to pay paul)',
    'mug(?:s|ged|ging)? up (?:for|on)',
    '(?:scam|fraud|hack|theft|burglar|child|bully|tamper|poison)-?proof(?:s|ed|ing)?',
    '(?:catch|fry|cook|grill|clean|fish for|farm)(?:ing)? catfish|catfish (?:fishing|fillets?|recipes?|bait|(?:in|from) (?:the |a )?(?:mississippi|rivers?|lakes?|ponds?|aquariums?))',
    'bug(?:s|ged|ging)? (?:me|him|her|them|(?:my|our) (?:parents|mom|mum|dad|brother|sister|wife|husband|friends?|colleagues?|boss)) (?:less|so much|about|for|with (?:questions|my))',
    'fak(?:e|es|ed|ing) (?:an? )?(?:tan|smile|laugh|yawn|sneeze|accent|beard|moustache|wood grain|(?:marble|stone|brick) (?:effect|look|finish))',
    `fake (?:(?:http|api|json|sql|dns|test|unit|event|database|web|artificial|false|plastic|silk|christmas) )?(?:${IMITATIONS})(?! (?:tests?|stamps?))`,
    '(?:phishing|smishing|vishing|social engineering) (?:tests?|drills?|exercises?|quiz(?:zes)?|awareness|training)(?! (?:victims?|targets?|page|site|kit|bypass))',
    '(?:keyloggers?|malware|ransomware|spyware|virus|rootkits?|trojans?|phishing|botnets?) (?:detection|removal|awareness|prevention|protection|response) (?:checklists?|guides?|polic(?:y|ies)|playbooks?|rules?|trainings?|posters?|plans?|procedures?|leaflets?|tips)',
    "(?:steal|rob|kidnap)(?:s|ing)? (?:all (?:of )?)?(?:the )?(?:colou?rs|moon|sun|stars|sky|rainbows?|christmas|summer|winter|seasons?|music|songs?|laughter|sleep|dreams|shadows?|thunder|santa['’]?s?|cookies|pies?|cheese|my (?:heart|thunder|fries|chips|blanket|pillow|spot))",
    'steal(?:s|ing)? the (?:show|scene|spotlight|limelight|march)|stole the (?:show|scene|spotlight|limelight)',
  ]
    .map((form) => `(?<!\\p{L})(?:${form})(?!\\p{L})`)
    .concat('(?:杀死?|结束|终止)[^。？！\\n]{0,8}(?:进程|线程)')
    .join('|'),
  'iu',
);
const MOST = 32;

/** A word that stands in each licence: the expression may begin within one, so that it is tried everywhere. */
const MODIFY = /modify/iu;
const GRANTED = new RegExp(GRANT, 'giu');

function nextGrant(text: string, from: number): Part | null {
  GRANTED.lastIndex = from;
  const grant = GRANTED.exec(text);
  return grant === null ? null : { start: grant.index, end: GRANTED.lastIndex };
}

/** What stands in such a word's place when the text is read again: without its object a sentence reads as no other does. */
const INSTEAD = 'a table';
const FAKE = 'fake';

/** Stretches in which a word of harm means none; half open, in UTF-16 units, in order. */
export function harmlessSenses(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let word = nextWord(text, 0);
  let grant = MODIFY.test(text) ? nextGrant(text, 0) : null;
  while (found.length < MOST) {
    // No licence begins where another sense does.
    const next = word === null || (grant !== null && grant.start < word.start) ? grant : word;
    if (next === null) break;
    const { start, end } = next;
    found.push({ start, end, instead: text.slice(start, start + FAKE.length).toLowerCase() === FAKE ? INSTEAD : '' });
    if (word !== null && word.start < end) word = nextWord(text, end);
    if (grant !== null && grant.start < end) grant = nextGrant(text, end);
  }
  return found;
}
