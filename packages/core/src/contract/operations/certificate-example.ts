// SPDX-License-Identifier: Apache-2.0
/** A certificate as another deployment would issue it, by a key that is published for this purpose and protects nothing. */
export const FOREIGN_CERTIFICATE = {
  payloadType: 'application/vnd.in-toto+json',
  payload: [
    'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiY2VydF9pZCI6ImNlcnRfMDAw',
    'MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDciLCJjb25zdGl0dXRpb24iOnsiaGFzaCI6ImNjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj',
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2MiLCJ2ZXJzaW9uIjoiMS44In0sImRlY2lzaW9uIjoiYWxsb3ci',
    'LCJleHBpcmVzX2F0IjoiMjAyNy0wMS0wMVQwMDowMDowMC4wMDBaIiwiaXNzdWVkX2F0IjoiMjAyNi0wMS0wMVQwMDowMDowMC4w',
    'MDBaIiwibG9nX29yaWdpbiI6ImxlZGdlci5leGFtcGxlL2lyb24iLCJtb2RlbCI6bnVsbCwicnVsZXNldF9oYXNoIjoiZGRkZGRk',
    'ZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZGRkZCIsInNhbHQiOiJZOXdQRkM4',
    'OGMwNFE5bWpMS0FnMU5mUnhXZVpNTlFvTFpHUVc2RWVpMmk4PSIsInN0YWdlcyI6W3sibiI6MSwibmFtZSI6ImludGFrZSIsInN0',
    'YXR1cyI6Im9rIn1dLCJzdGF0ZSI6IlBSRVZJRVciLCJ2ZXJkaWN0IjoicGFzcyJ9LCJwcmVkaWNhdGVUeXBlIjoidXJuOnBsdW1i',
    'bGluZTpwcmVkaWNhdGVzL2NlcnRpZmljYXRlL3YxIiwic3ViamVjdCI6W3siZGlnZXN0Ijp7InNoYTI1NiI6IjhjNzU0MGJhOTdk',
    'MzIzNDljNjQ0N2JiOTE2MmFiY2QwMGU3ZmY5NWRhZjlmYjdhZjVlOGFlMGZkNGM4MmU0ZDIifSwibmFtZSI6InByb21wdCJ9LHsi',
    'ZGlnZXN0Ijp7InNoYTI1NiI6IjJjYjA4MjNhMzg4Yzc4MTM5NDAxZWMyNTY2NTBlYTNmZTQ5NGI3NmYyZDgxODljOGE1YzFjYzE4',
    'MGViZmRlYjIifSwibmFtZSI6InJlc3BvbnNlIn1dfQ==',
  ].join(''),
  signatures: [
    {
      keyid: '47dea58ea00fae9417ee19d76755bfef690899021132effb04fe1f9e4f0c8059',
      sig: '6uEafCZj5E9KWRlaUpGWSPHhydCqn77Ydt/OyMVjGTxc1Ap71cNxv9GYiGf9/ZGQ36KUp4Pkq9jhYwbdzgYDDw==',
    },
  ],
};

export const FOREIGN_KEY_SET = {
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: 'gTl3Dqh9F19Wo1Rmw0x-zMuNipG07jeiXfYPW4_Js5Q',
      alg: 'EdDSA',
      kid: '47dea58ea00fae9417ee19d76755bfef690899021132effb04fe1f9e4f0c8059',
      use: 'sig',
    },
  ],
};

export const FOREIGN_PROMPT = 'What does the plumb line show?';
export const FOREIGN_RESPONSE = 'Whether the wall stands upright — nothing else.';
