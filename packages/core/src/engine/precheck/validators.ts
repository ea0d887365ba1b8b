// SPDX-License-Identifier: Apache-2.0

import {
  assignedPassword,
  assignedSecret,
  pairPassword,
  passPhrase,
  strongPassword,
  strongValue,
  toldPassword,
} from './validators/assigned-secret.ts';
import { card, iban, ibanForm, luhnNumber, usRouting } from './validators/bank.ts';
import { undocumented, unlessDocumented } from './validators/documented.ts';
import { encodedPair } from './validators/encoded-pair.ts';
import { namedSecret } from './validators/named-secret.ts';
import { NATIONAL } from './validators/national.ts';
import { MORE_NATIONAL } from './validators/national-more.ts';
import { leetWords, longBase64, mixedScript, spacedLetters, tagText } from './validators/obfuscation.ts';
import { email, labelledNumber, phone, publicAddress, publicIp, toldNumber } from './validators/personal.ts';
import { keyBlock, randomToken, uriPassword, vendorToken } from './validators/secret.ts';
import { jwt } from './validators/token.ts';
import { hostPassword, toldBefore, toldInSentence, toldPair } from './validators/told-in-sentence.ts';
import type { Validator } from './validators/validator.ts';

export type { Candidate, Validator } from './validators/validator.ts';

/** The checks that a pattern can name. A pack is data: it can't bring code of its own. */
export const VALIDATORS = {
  card,
  iban: unlessDocumented(iban),
  iban_form: unlessDocumented(ibanForm),
  undocumented,
  luhn_number: luhnNumber,
  us_routing: usRouting,
  ...NATIONAL,
  ...MORE_NATIONAL,
  phone,
  email,
  public_ip: publicIp,
  public_address: publicAddress,
  labelled_number: unlessDocumented(labelledNumber),
  told_number: unlessDocumented(toldNumber),
  vendor_token: vendorToken,
  random_token: randomToken,
  assigned_secret: assignedSecret,
  assigned_password: assignedPassword,
  pair_password: pairPassword,
  encoded_pair: encodedPair,
  pass_phrase: passPhrase,
  strong_password: strongPassword,
  strong_value: strongValue,
  told_password: toldPassword,
  told_in_sentence: toldInSentence,
  told_before: toldBefore,
  told_pair: toldPair,
  host_password: hostPassword,
  named_secret: namedSecret,
  uri_password: uriPassword,
  key_block: keyBlock,
  jwt,
  tag_text: tagText,
  long_base64: longBase64,
  mixed_script: mixedScript,
  spaced_letters: spacedLetters,
  leet_words: leetWords,
} satisfies Record<string, Validator>;

export type ValidatorName = keyof typeof VALIDATORS;
export const VALIDATOR_NAMES = Object.keys(VALIDATORS) as ValidatorName[];
