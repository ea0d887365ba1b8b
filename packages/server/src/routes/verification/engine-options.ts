// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { EvaluateOptions } from '@plumbline/core/engine/types.ts';
import type { Warning } from '../../http/call.ts';

const ENGLISH_ONLY: Warning = {
  code: 'locale_unavailable',
  detail: 'Explanations are written in English only; the locale was ignored.',
  pointer: '/options/locale',
};

/** Whoever asks for explanations in another language learns that they are in English; null where there is nothing to say. */
export function localeWarnings(options: WireOptions): readonly Warning[] | null {
  const locale = options?.locale;
  if (locale === undefined || /^en(?:-|$)/i.test(locale)) return null;
  return [ENGLISH_ONLY];
}

type WireOptions = BodyOf<Operations['evaluate']>['options'];

const DEFAULTS: EvaluateOptions = {};

/** The engine's options as an ordinary object: bodies have no prototype, and a worker thread could not tell. */
export function engineOptions(options: WireOptions): EvaluateOptions {
  return options === undefined ? DEFAULTS : ({ ...options } as EvaluateOptions);
}
