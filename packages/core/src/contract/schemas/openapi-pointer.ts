// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { hex64, url } from './scalars.ts';

export const OpenapiPointerSchema = Type.Object(
  {
    canonical: url('The OpenAPI document.'),
    mirror: url('The same bytes on the public site.'),
    sha256: hex64('Of the bytes of both.'),
    version: Type.String({ description: '`info.version` of the document.' }),
  },
  { title: 'OpenapiPointer' },
);

/** The document itself is described by the OpenAPI specification. */
export const OpenapiDocumentSchema = Type.Object(
  {
    openapi: Type.Literal('3.1.0'),
    info: Type.Object({ title: Type.String(), version: Type.String() }),
    paths: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'OpenapiDocument' },
);
