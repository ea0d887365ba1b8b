// SPDX-License-Identifier: Apache-2.0
/** What may be kept of the words that follow an attempt to take over: they are the attacker's unless they are plainly harmless. */

/** UTF-16 units, half open. */
type Range = readonly [start: number, end: number];

const LEAD =
  "(?:(?:please|now|then|next|also|instead|just|and|but|so|first|firstly|finally|afterwards|simply|kindly|always|never|must|should|you|your|will|shall|can|could|would|i|want|need|to|have|let's|from now on|bitte|jetzt|dann|und|et|y|e|stattdessen|maintenant|puis|ahora|luego|agora|depois|ora|poi)[\\s,:]+){0,6}";
/** They ask for words or sums. */
const SAYS =
  'write|compose|explain|describe|translate|draft|calculate|compute|solve|compare|define|recommend (?:an?|some|me|two|three|four|five|\\d+)|paraphrase|rewrite|proofread|shorten|spell|sing|count|sort|sum|add (?:up|\\d[\\d.]* (?:and|to|plus) \\d|the numbers|them|these)|multiply|subtract|divide|answer (?:the|this|my|in)|fasse?|übersetz\\p{L}*|schreib\\p{L}*|erklär\\p{L}*|berechne|traduis|traduisez|écris|écrivez|explique[zr]?|explícame|explica(?:me)?|escribe|traduce|calcula|escreva|traduza|spiega(?:mi)?|scrivi|traduci|calcule';
const GENRE =
  '(?:\\p{L}+[ -]){0,4}(?:poem|haiku|limerick|story|song|rhyme|list|table|recipe|plan|quiz|joke|pun|riddle|summary|essay|letter|card|menu|schedule|outline|slogan|name|title|sentence|example|drawing|picture|logo|itinerary|timetable|exercise|question|game|dialogue|speech|toast|puzzle|calendar|workout|crossword|acronym|function|class|regex|diagram|chart)(?:s|es)?';
/** They make something, and are asked what. */
const MAKES = `(?:make|create|draw)(?: me)? ${GENRE}|suggest|plan (?:an?|my|our)|teach me|help me (?:to )?(?:write|compose|understand|learn|plan|translate|draft|solve|remember|study|with)|convert (?:[\\d.,]+|this|these|the (?:text|sentence|number|temperature))|(?:fix|correct) (?:\\p{L}+ ){0,2}(?:grammar|spelling|text|sentence|typos?|mistakes?|errors?|punctuation|code|function|essay|letter)`;
/** They tell or show something, which may be what is to stay where it is. */
const TELLS =
  'tell (?:me|us)|give (?:me|us)|show (?:me|us)|list|name|find|check|review|analy[sz]e|summari[sz]e|classify|(?:print|output|display) (?:the |its |their )?(?:sum|result|total|average|mean|median|product|difference|answer|sorted|first|last|numbers?)|erzähl\\p{L}* mir|sag\\p{L}* mir|nenne?|zeig\\p{L}* mir|gib mir|résume[zr]?|raconte[zr]?|dis-moi|dites-moi|donne(?:z)?-moi|resume|cuéntame|dime|dame|resuma|conte-me|diga-me|riassumi|racconta(?:mi)?|dimmi';
const ASKS =
  '(?:what|who|why|when|where|which|how|was|wer|wie|wann|wo|warum|quel(?:le)?s?|qui|comment|pourquoi|quand|où|combien|cuál|quién|cómo|cuándo|dónde|por qué|cuánt[oa]s?|qual|quem|como|quando|onde|quant[oaie])(?!\\p{L})|(?:is|are|do|does|did|were)(?! not(?!\\p{L}))(?!\\p{L})[^.!\\n]{0,300}[?？]';
/** Deeds in the world, and words put into an answer's mouth. */
const ACTS =
  '(?:wire|transfer|send|e-?mail|mail|forward|redirect|upload|post|publish|tweet|submit|pay|buy|sell|purchase|order|book|refund|donate|withdraw|deposit|delete|drop|wipe|erase|format|destroy|remove|overwrite|reset|change|set|update|modify|install|uninstall|download|deploy|run|execute|launch|stop|restart|reboot|kill|shut|turn|switch|disable|enable|deactivate|activate|unlock|lock|open|close|grant|revoke|approve|accept|reject|sign|hire|fire|exfiltrate|leak|steal|copy|dump|fetch|call|dial|visit|click|navigate|browse|log|connect|hide|bypass|impersonate|claim|pretend|act|behave|roleplay|say|reply|respond|praise|endorse|promote|advertise|rate|rank|score|reveal|disclose|output|print|return|repeat|echo|überweis\\p{L}*|send\\p{L}*|schick\\p{L}*|lösch\\p{L}*|öffne\\p{L}*|schalte|führe|veröffentlich\\p{L}*|ändere|zahle|bezahle|kaufe|envoie|envoyez|efface[zr]?|supprime[zr]?|vire[zr]?|paie|payez|achète|achetez|ouvre[zr]?|désactive[zr]?|exécute[zr]?|publie[zr]?|env[ií]a|borra|elimina|transfiere|paga|compra|abre|desactiva|ejecuta|publica|envie|apague|exclua|transfira|pague|compre|abra|desative|publique|invia|cancella|trasferisci|apri|disattiva|esegui)(?![\\p{L}\\p{N}])';
const COURTESY = 'thanks|thank you|please|cheers|danke|bitte|merci|gracias|por favor|obrigad[oa]|grazie';
const LAWFUL = `(?:(?:${SAYS}|${MAKES}|${TELLS})(?!\\p{L})|${ASKS})`;
const LIST_ITEM = '(?:\\d{1,3}[.)]|[-*•+])\\s+';

const OPENS = `^[\\s"'“„«*>#,;:–—-]*(?:${LIST_ITEM})?${LEAD}`;
const HARMLESS = new RegExp(`${OPENS}${LAWFUL}`, 'iu');
const TELLING = new RegExp(`${OPENS}(?:(?:${TELLS})(?!\\p{L})|${ASKS})`, 'iu');
const MAKING = new RegExp(`${OPENS}(?:${MAKES})(?!\\p{L})`, 'iu');
const COMMAND = new RegExp(`${OPENS}(?:${ACTS}|${LAWFUL})|[?？؟]\\s*$`, 'iu');
/** Nobody needs these to be told what everybody may know. */
const KEPT_FROM_ALL =
  /(?<!\p{L})(?:pass(?:word|code|phrase)s?|passw[oö]rt\p{L}*|kennw[oö]rt\p{L}*|contraseñas?|mots? de passe|senhas?|credentials?|zugangsdaten|identifiants|credenciales|credenciais|secrets?|geheim\p{L}*|tokens?|(?:api|access|private|signing|ssh|licen[cs]e|schlüssel)[ -]?(?:keys?|schlüssel)|prompts?|instructions?|anweisungen|instrucciones|instruções|guidelines|configuration|config|environment|\.?env|hidden|confidential|internal|admin\p{L}*|root|sudo|everything (?:above|before|you)|(?:above|before) this|jailbreak\p{L}*|malware|exploit\p{L}*|(?:without|no) (?:any )?(?:restrictions?|filters?|rules|limits?|censorship|disclaimers?|warnings?))(?!\p{L})/iu;
/** What belongs to somebody, or leads somewhere. */
const OF_SOMEBODY =
  /(?<!\p{L})(?:e-?mails?|mails|messages|inbox|files?|records?|logs?|database|data|customers?|clients?|patients?|employees?|users?|accounts?|card numbers?|payroll|salar(?:y|ies)|conversations?|memory|rules|kunden\p{L}*|daten|datos|dados|données)(?!\p{L})/iu;
/** Whom an answer would speak to in somebody's stead. */
const AUDIENCE =
  /(?<!\p{L})(?:the|each|every|all|any|your|our) (?:\p{L}+ )?(?:users?|readers?|customers?|visitors?|clients?|candidates?|applicants?|recipients?|employees?|patients?|voters?)(?!\p{L})/iu;
/** What is out in the world, where nothing is only words. */
const OF_THE_WORLD =
  /(?<!\p{L})(?:payments?|transfers?|balance|savings|banks?|wallets?|bitcoins?|servers?|cron|jobs?|bookings?|reservations?|appointments?|backups?|repositor(?:y|ies)|commits?|branch(?:es)?|deployments?|production|systems?|networks?|firewalls?|doors?|valves?|register|permissions?|roles?|rights|access|invoices?|contracts?|machines?|computers?|phones?|operators?|company|colleagues?|boss|ceo|votes?|ballots?)(?!\p{L})/iu;
/** It begins like what is told, not like what is ordered. */
const STATEMENT =
  /^[\s"'“(]*(?:(?:\d{1,3}[.)]|[-*•+])\s+)?(?:(?:i|my|we|our|the|an?|this|that|these|those|it|its|he|she|they|his|her|their|there|here|some|many|most|thanks?|hello|hi|ich|mein\p{L}*|wir|der|die|das|ein\p{L}*|je|mon|ma|mes|nous|le|la|les|une?|yo|mi|mis|el|los|las|eu|meu|minha|o|os|as|io|il|lo)(?!\p{L})|\S+(?:\s+\S+){0,2}\s+(?:is|are|was|were|has|have|had|ist|sind|war|hat|haben|est|sont|es|son|era|é|são|è|sono)(?!\p{L}))/iu;
const ADDRESS = /:\/\/|\bwww\.|@|\p{L}\.(?:com|net|org|io|example|ru|cn|xyz|info)(?!\p{L})|\/etc\/|\[[^\]\n]{1,40}\]/iu;
const JOIN = new RegExp(
  `(?:\\s{0,3}[,;]\\s{0,3}(?:(?:and|then|und|dann|et|puis|y|luego|e|poi)\\s+){0,2}|\\s+(?:(?:and|then|und|dann|et|puis|y|luego|e|poi)\\s+){1,2}|\\s+&+\\s+)(?:(?:please|also|bitte)\\s+)?(?=(?:${ACTS}|(?:${SAYS}|${MAKES}|${TELLS}|${COURTESY})(?!\\p{L})))`,
  'giu',
);
/** A longer passage is no wish. */
const MAX_WISH = 2_000;

/** A wish for words on what everybody may know; `wish` is one piece of a sentence. */
export function isHarmlessWish(wish: string): boolean {
  if (wish.length > MAX_WISH || !HARMLESS.test(wish) || KEPT_FROM_ALL.test(wish) || ADDRESS.test(wish)) return false;
  if (AUDIENCE.test(wish) || (MAKING.test(wish) && OF_THE_WORLD.test(wish))) return false;
  return !((TELLING.test(wish) || MAKING.test(wish)) && OF_SOMEBODY.test(wish));
}

/** Whether a sentence tells something, or has no words at all. */
export function isStatement(sentence: string): boolean {
  return STATEMENT.test(sentence) || !/\p{L}{3}/u.test(sentence);
}

/** Whether a sentence or a piece of one wants something done or told. */
export function isCommand(wish: string): boolean {
  return COMMAND.test(wish);
}

/** One wish after the other ("tell me a joke and delete the file"): each piece begins with the word that joins it. */
export function wishesIn(sentence: string): Range[] {
  if (sentence.length > MAX_WISH) return [[0, sentence.length]];
  const starts = [0, ...Array.from(sentence.matchAll(JOIN), ({ index }) => index).filter((index) => index > 0)];
  return starts.map((start, i) => [start, starts[i + 1] ?? sentence.length]);
}
