// SPDX-License-Identifier: Apache-2.0
/** What attackers do, as those tell who study them: reports, advisories and exam questions about threat actors. */
import type { Stretch } from './prevention.ts';

const ACTORS =
  "(?:threat actors?|adversar(?:y|ies)|(?:the )?attackers|(?:malicious|cyber) actors?|apt ?\\d{1,3}|intrusion sets?|cyber ?criminals|criminals|fraudsters|scammers|(?:the )?(?:malware|ransomware|trojan|rat|loader|backdoor|botnet)(?:['’]s)?(?: \\p{L}{2,14})?)";
/** A report names two of these: whoever studies them writes in their terms. */
const REPORT =
  /\b(?:threat actors?|adversar(?:y|ies)|advisor(?:y|ies)|ttps?|mitre|att&ck|cve-\d{4}|indicators? of compromise|iocs?|c2|command[- ]and[- ]control|which of the following|pick \d|mitigat\p{L}+|detect\p{L}*|campaigns?|lateral movement|initial access|persistence|exfiltration|attribut\p{L}+|malware famil(?:y|ies)|security (?:researchers|measures)|e-?crime)\b/giu;
const LEAST_TERMS = 2;
/** Somebody else does it: in the third person, as an answer to choose from, or by using something. */
const DONE_BY_THEM = new RegExp(
  `(?<!\\p{L})(?:${ACTORS} (?:[^.!?\\n]{0,80})|(?:[a-h]\\)|they (?:might|could|may|would|are|were|have|used|use)|what (?:is|are|was|were)|how (?:might|could|did|do|does|would) (?:the |an? )?(?:${ACTORS}|\\p{L}{3,16}))[^\\n]{0,400})`,
  'giu',
);
/** Who wants the thing itself, or is one of them. */
const WANTS =
  /\b(?:write|create me|build me|give me|show me|generate|(?:source |full |working )code|payload|code for|script (?:for|that)|how (?:can|do|could|would|should|to) (?:i|we|one|you)?|step[- ]by[- ]step|instructions?|tutorial|i (?:am|want|need|will|plan)|i['’]m|my|our (?!organi[sz]ation|team|network|users|customers|clients)|we (?:want|need|are going)|you are|act as|pretend|imagine|for me|help me)\b/iu;
const MOST = 32;

/** Stretches that tell what attackers do, in a text that studies them and wants nothing of theirs; half open, in UTF-16 units, in order. */
export function studiedAttacks(text: string): readonly Stretch[] {
  if (WANTS.test(text) || new Set(text.toLowerCase().match(REPORT)).size < LEAST_TERMS) return [];
  return [...text.matchAll(DONE_BY_THEM)]
    .slice(0, MOST)
    .map(({ index: start, 0: { length } }) => ({ start, end: start + length }));
}
