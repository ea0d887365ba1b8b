// SPDX-License-Identifier: Apache-2.0
/** Deeds that hurt nobody: in games, in tales about burglars and dragons, and what is kept from somebody to surprise them or to get away from them. */
import type { Stretch } from './prevention.ts';

const GAMES =
  "minecraft|fortnite|roblox|gta|grand theft auto|red dead|skyrim|oblivion|morrowind|elder scrolls|fallout|starfield|witcher|cyberpunk 2077|baldur['’]?s gate|bg3|dragon age|mass effect|elden ring|dark souls|bloodborne|sekiro|zelda|breath of the wild|pok[eé]mon|mario|animal crossing|stardew(?: valley)?|the sims|sims [1-4]|crusader kings|ck[23]|civ(?:ilization)? ?(?:[4-7]|vi{0,2}|iv)|europa universalis|stellaris|total war|age of empires|rimworld|dwarf fortress|factorio|terraria|valheim|dayz|call of duty|warzone|counter[- ]strike|csgo|cs2|valorant|overwatch|apex legends|league of legends|dota|world of warcraft|wow|runescape|final fantasy|hitman [1-3]|hitman|assassin['’]s creed|payday [23]|among us|dead by daylight|phasmophobia|resident evil|the last of us|god of war|diablo|path of exile|hades|hollow knight|kingdom come|xcom|dungeons (?:and|&) dragons|d&d|dnd|pathfinder|warhammer|monopoly|catan|chess|godot|unity|unreal(?: engine)?|rpg maker";
const PLAYED =
  'steal(?:s|ing)?|rob(?:s|bing)?|kill(?:s|ed|ing)?|murder(?:s|ing)?|assassinat(?:e|es|ing)|sneak(?:s|ing)?|break(?:s|ing)? (?:in|into)|pick ?pocket(?:s|ing)?|poison(?:s|ing)?|attack(?:s|ed|ing)?|chas(?:e|es|ing)|shoot(?:s|ing)?|burn(?:s|ing)?|hunt(?:s|ing)?|sacrific(?:e|es|ing)|loot(?:s|ing)?|raid(?:s|ing)?|brib(?:e|es|ing)|smuggl(?:e|es|ing)|kidnap(?:s|ping)?|get rid of|get past|beat(?:s|ing)?|fight(?:s|ing)?|damag(?:e|es|ing)|die[sd]?|caught|enem(?:y|ies)';
/** What is done outside the game, to those who play it, or made of what is real. */
const REAL =
  /\b(?:real(?:ly)?|irl|actual(?:ly)?|outside|home|accounts?|passwords?|credentials?|ip|address|server|servers|ddos|hack\p{L}*|exploit\p{L}*|dox\p{L}*|tonight|street|school|bank|neighbou?r\p{L}*|girl|boy|kids?|child\p{L}*|year[- ]olds?|meet|nude\p{L}*|sex\p{L}*|naked|rape\p{L}*|3d|print\p{L}*|recipe|ingredients?|chemicals?|explosives?|bombs?|meth|drugs?|buy|order|style|like in|as in|inspired|(?:my|our|his|her|your|their) (?!(?:heir|sim|sims|character|party|horse|companion|army|kingdom|enem(?:y|ies)|team|base|village|villagers?|colon(?:y|ists?)|husband sim|wife sim|player|town|city|ship|squad|lane|king|queen|boss fight)\b)\p{L}+)\b/iu;

/** Named as one: some of them are words that mean something else. */
const GAME = new RegExp(
  `(?<!\\p{L})(?:(?:in|on|playing|of|for) (?:my |our |the )?(?:${GAMES})(?![\\p{L}\\p{N}])|^\\s*(?:${GAMES})(?: \\d{1,4})?(?:[:,]| (?:how|where|what|best)))`,
  'iu',
);
const DEED_OF_PLAY = new RegExp(`(?<!\\p{L})(?:${PLAYED})(?!\\p{L})`, 'iu');

/** Who does it in tales and jokes. */
const FIGURES =
  '(?:burglars?|robbers?|thieves|thief|pirates?|bandits?|outlaws?|vampires?|witch(?:es)?|villains?|ghosts?|dragons?|goblins?|orcs?|ogres?|knights?|cowboys?|nuns|grandmas|raccoons?|penguins?|foxes|wolves|wolf)';
const TALE =
  /\b(?:scene|stor(?:y|ies)|tale|joke|sketch|poem|limerick|novel|chapter|comedy|sitcom|cartoon|fairy ?tale|screenplay|plot|campaign)\b/iu;
const BURGLE = `${FIGURES} (?:who |that |try to |tries to |want to |wants to |accidentally |secretly )?(?:breaks? into|robs?|steals?|kidnaps?|burgles?|raids?|hijacks?|attacks?|kills?) (?:an? |the |their |his |her |each other['’]?s? )?(?:\\p{L}{2,14})?`;
const TALE_OF = new RegExp(`(?<!\\p{L})${BURGLE}(?!\\p{L})`, 'giu');
/** Who wants to learn from a tale how it is done. */
const LEARNS =
  /\b(?:how (?!funny|silly)|explain\p{L}*|describ\p{L}*|detail\p{L}*|steps?|step-by-step|instruct\p{L}*|realistic\p{L}*|accurate\p{L}*|exact\p{L}*|technical\p{L}*|tutorial|guide|teach\p{L}*|method\p{L}*|techniques?|tools?|disable|alarm|lock|picks?|recipe|ingredients?|graphic|explicit|gore|sexual\p{L}*|nude|rape\p{L}*|torture\p{L}*|child\p{L}*|minors?)\b/iu;

const SURPRISE =
  /\b(?:surprise (?:party|trip|visit|gift|dinner)|birthday (?:party|present|gift|cake)|propose|proposal|engagement (?:party|ring)|christmas (?:gifts?|presents?)|hide the (?:gifts?|presents?|easter eggs)|wedding gift|(?:i['’]?m|i am|i want to|i have to|i need to|to) (?:leaving|leave) (?:him|her|my (?:husband|wife|boyfriend|girlfriend|partner|ex)))\b/iu;
const KEPT =
  "(?:secretly|without (?:her|him|them|my \\p{L}{2,14}|the \\p{L}{2,14}) (?:noticing|knowing|finding out|suspecting(?: anything)?|realising|realizing)|so (?:that )?(?:nobody|no one|she|he|they) (?:(?:won['’]t|doesn['’]t|don['’]t) )?(?:finds? out|notices?|knows?|suspects?(?: anything)?))";
/** What no surprise needs. */
const NO_SURPRISE =
  /\b(?:gps|track\p{L}*|air ?tags?|camera|microphone|record\p{L}*|spy\p{L}*|film\p{L}*|drug\p{L}*|roof\p{L}*|pills?|poison\p{L}*|sedat\p{L}*|alcohol|phone|messages|passwords?|accounts?|money|steal\p{L}*|kill\p{L}*|hurt\p{L}*|body|bodies|knife|gun|bomb\p{L}*|naked|nudes?|sex\p{L}*|virus|malware)\b/iu;
const KEPT_BACK = new RegExp(`(?<!\\p{L})${KEPT}(?!\\p{L})`, 'giu');
const MOST = 32;

/** Stretches of a text in which a deed hurts nobody; half open, in UTF-16 units, in order. */
export function playfulDeeds(text: string): readonly Stretch[] {
  const played = REAL.test(text) ? [] : sentencesOf(text).filter(isPlayed);
  if (played.length > 0) return played.map(({ start, end }) => ({ start, end }));
  if (TALE.test(text) && !LEARNS.test(text)) {
    const told = placesOf(TALE_OF, text);
    if (told.length > 0) return told;
  }
  return SURPRISE.test(text) && !NO_SURPRISE.test(text) ? placesOf(KEPT_BACK, text) : [];
}

const isPlayed = ({ words }: { readonly words: string }) => GAME.test(words) && DEED_OF_PLAY.test(words);

const sentencesOf = (text: string) =>
  [...text.matchAll(/[^.!?\n]+[.!?\n]*/gu)].slice(0, MOST).map(({ index: start, 0: words }) => ({
    start,
    end: start + words.length,
    words,
  }));

const placesOf = (form: RegExp, text: string): readonly Stretch[] =>
  [...text.matchAll(form)].slice(0, MOST).map(({ index: start, 0: { length } }) => ({ start, end: start + length }));
