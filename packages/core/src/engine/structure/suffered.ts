// SPDX-License-Identifier: Apache-2.0
/** Wrongs that somebody wants to recognise, or that were done to whoever asks: "spot a fake listing", "who hacked my account". */
import type { Stretch } from './prevention.ts';
import { placeFinder, placesOf } from './word-finder.ts';

const FALSE_THINGS =
  'fake|fraudulent|counterfeit|forged|bogus|phishing|scam|pyramid|ponzi|cloned|spoofed|stolen|malicious|deep ?fake';
const WRONGS =
  'scams?|frauds?|phishing|forger(?:y|ies)|counterfeits?|fakes?|deep ?fakes?|spyware|malware|viruses|stalkerware|identity theft|money laundering|odometer fraud|abuse|grooming|bullying|harassment|domestic violence|smugglers?|pickpockets?|scammers?|fraudsters?|shoplifters?|predators?|stalkers?';
/** What the asker owns, or is. */
const MINE =
  "(?:(?:me|us)(?!\\p{L})(?! (?:how|to|a|the|with))|(?:my|our) (?:\\p{L}{1,14} )?(?:accounts?|phone|cards?|food|lunch|parcels?|packages?|deliver(?:y|ies)|bikes?|bicycles?|car|van|wallet|purse|bag|identity|data|wi-?fi|messages?|chats?|texts|letters|calls|passwords?|address|money|savings|house|home|flat|garden|shed|computer|laptop|e?mails?|photos?|pictures?|keys?|tools?|stuff|things|work|signature|number|website|shop|post|mail|insta(?:gram)?|facebook|profile)(?![\\p{L}'’]))";
/** Forms in which somebody else does it; whoever plans it writes the bare verb. */
const DOING =
  '(?:steal(?:s|ing)|stole|stolen|hack(?:s|ed|ing)|rob(?:s|bed|bing)|scam(?:s|med|ming)|stalk(?:s|ed|ing)|harass(?:es|ed|ing)|bull(?:ies|ied|ying)|spy(?:ing) on|spied on|clon(?:es|ed|ing)|forg(?:es|ed|ing)|impersonat(?:es|ed|ing)|cheat(?:s|ed|ing)|deceiv(?:es|ed|ing)|threaten(?:s|ed|ing)|blackmail(?:s|ed|ing)|attack(?:s|ed|ing)|br(?:eaks|oke|oken|eaking) into|leak(?:s|ed|ing)|posted)';
const KNOWN =
  '(?:spot|recogni[sz]e|detect|identify|notice|report|avoid|block|remove)(?:s|ed|ing)?|tell (?:if|whether)|check (?:if|whether|for)|look out for|fall(?:ing)? for|(?:warning )?signs of';

/** Who finds these has something to fear, or somebody in mind: "avoid fraud detection", "check for scam victims". */
const WATCHES =
  'detection|checks?|alerts?|warnings?|filters?|controls?|victims?|targets?|pens?|reports?|locks?|trackers?';

const nextSuffered = placeFinder(
  [
    // The thing itself, and what it is: a listing, an e-mail.
    `(?:${KNOWN}) (?:an? |the |any |some |if (?:an? |the |it is |it's )?|whether (?:an? |the |it is |it's )?)?(?:\\p{L}{1,14} ){0,2}?(?:(?:${FALSE_THINGS})(?: \\p{L}{2,14}){0,2}|${WRONGS})(?<! (?:${WATCHES})(?: \\p{L}{2,14})?)(?! (?:${WATCHES})(?!\\p{L}))`,
    `(?:convince|tell|explain to|persuade|warn) (?:him|her|them|(?:my|our) \\p{L}{1,14})(?: that)? (?:it['’]?s|it is|this is|he['’]?s|she['’]?s|they['’]?re) (?:an? |all )?(?:\\p{L}{1,10} )?(?:fraud|scam|fake|lie|liar|scammer|fraudster|phishing)`,
    `(?:is (?:this|that|it|he|she)(?: \\p{L}{1,12}){0,3} (?:an? )?(?:scam|fraud|fake|phishing|scammer|legit)|real or (?:fake|scam|fraud)|(?:scam|fraud|fake) or (?:real|legit|not))`,
    `(?:tell|know|see|find out|check|notice) (?:if|whether) (?:some(?:one|body)|any(?:one|body)|he|she|they|my \\p{L}{1,14}) (?:is |has |was |have |are )?(?:\\p{L}{1,14} ){1,3}?${MINE}`,
    "(?:some(?:one|body)|any(?:one|body)|a stranger|a man|a woman|they|he|she|my ex)(?: has| have|['’]s)? (?:made|created|set up|opened|uses|used|is using|posts|posted|shared|took|taken|stole) (?:an? |the )?(?:fake |false )?(?:profiles?|accounts?|pages?|websites?|ads?|listings?|contracts?|loans?|phone lines?|pictures|photos|videos?) (?:with|of|in|under|using|from) (?:my (?:\\p{L}{1,12} )?(?:pictures?|photos?|face|name|number|address|identity|details|id|passport|flat|house|account|profile)|me)",
    "savoir si (?:quelqu['’]un|on) [^.!?\\n]{1,40}?\\b(?:mes|mon|ma|moi)(?: \\p{L}{1,14})?",
    '(?:merke|erkenne|weiß|sehe) ich,? (?:ob|dass|wenn) (?:jemand|mein\\p{L}{0,2} \\p{L}{1,14}) [^.!?\\n]{0,40}?(?:mein\\p{L}{0,2} \\p{L}{1,16}|mich)',
    'saber si alguien [^.!?\\n]{1,40}?\\b(?:mis?|me)(?: \\p{L}{1,14})?',
    'without (?:me|us) (?:knowing|noticing|seeing|realising|realizing)|without (?:my|our) (?:knowledge|consent|permission)|ohne dass ich (?:es |das )?(?:merke|weiß)|sans que je (?:le )?sache|sin que yo (?:lo )?sepa',
    `${DOING} (?:\\p{L}{1,12} from |from )?${MINE}`,
    `${DOING} (?:\\p{L}{1,12} )?from (?:my|our) (?:\\p{L}{1,12} )?(?:porch|garden|house|home|flat|car|shop|store|garage|mailbox|letterbox|desk|fridge|locker|account)`,
  ]
    .map((form) => `(?<!\\p{L})(?:${form})(?!\\p{L})`)
    .join('|'),
  'iu',
);

/** Whoever wants it done as well, or undone by those who look for it, is read whole. */
const BESIDES =
  /\b(?:without (?:being|getting|anyone|them|her|him)|so (?:that )?(?:they|nobody|no one|it) (?:can(?:not|['’]t)|won['’]t|do(?:es)?n['’]t)|undetect|hid(?:e|es|ing)|downplay|conceal|cover(?:ing)? up|disguis|bypass|evade|get away|for my (?:victims?|targets?)|better version|(?:write|make|create|build|design|set up) (?:me )?(?:an?|one|my)|back at|revenge|retaliat|poison|scam the)/iu;
const MOST = 32;

/** Stretches that name a wrong as what is to be recognised or was suffered; half open, in UTF-16 units, in order. */
export function sufferedWrongs(text: string): readonly Stretch[] {
  return BESIDES.test(text) ? [] : placesOf(nextSuffered, text, MOST);
}
