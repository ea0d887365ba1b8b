// SPDX-License-Identifier: Apache-2.0
/** An ID3v2.3 tag in front of the sound: players and archives see that no person spoke. */
import { ID3Writer } from 'browser-id3-writer';

const STATEMENT = 'Speech made by a machine; no person spoke these words.';

/** The tag alone; MP3 frames follow it. `engine` names what spoke. */
export function aiMark(engine: string): Buffer {
  const writer = new ID3Writer(new ArrayBuffer(0));
  writer.setFrame('TIT2', 'AI-generated speech');
  writer.setFrame('TSSE', engine);
  writer.setFrame('TXXX', { description: 'AI-Generated', value: 'true' });
  writer.setFrame('COMM', { description: 'AI-Generated', text: STATEMENT, language: 'eng' });
  return Buffer.from(writer.addTag());
}
