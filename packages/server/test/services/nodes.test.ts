// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { NODE_IDS } from '../../src/config-nodes.ts';
import { Nodes } from '../../src/services/nodes.ts';

const settingsOf = (env: Record<string, string> = {}) => loadConfig(env, '/nowhere').settings.nodes;

describe('nodes', () => {
  it('ships the seven of the specification, each with a persona, a station and texts of its own', () => {
    const { list } = new Nodes(settingsOf());
    expect(list.map(({ id }) => id)).toEqual([
      'S1_PLEX',
      'S2_CASE',
      'S3_TARS',
      'S4_KIPP',
      'S5_LOCUS',
      'S6_FORGE',
      'S17_LUMEN',
    ]);
    expect(list.map(({ federationId }) => federationId)).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 's7']);
    for (const read of ['persona', 'station', 'description', 'role'] as const)
      expect(new Set(list.map((node) => node[read])).size).toBe(7);
    for (const node of list) expect(node.texts.length).toBeGreaterThanOrEqual(3);
  });

  it('finds a node by id, alias and federation id, exactly as written', () => {
    const nodes = new Nodes(settingsOf());
    for (const name of ['S5_LOCUS', 'Ember', 's5']) expect(nodes.find(name)?.id).toBe('S5_LOCUS');
    for (const name of ['S17_LUMEN', 'Lumen', 's7']) expect(nodes.find(name)?.id).toBe('S17_LUMEN');
    for (const name of ['ember', 'S7_NONE', '', 'bridge', 'THE_BRIDGE', 'constructor'])
      expect(nodes.find(name)).toBeNull();
    for (const id of NODE_IDS) expect(nodes.get(id).id).toBe(id);
  });

  it('says offline of a node that is switched off, and of the others what their engine says', () => {
    const nodes = new Nodes(settingsOf({ PLUMBLINE_NODES_S3_TARS_ENABLED: 'false' }), ({ id }) =>
      id === 'S2_CASE' ? 'unavailable' : id === 'S4_KIPP' ? 'impaired' : 'ready',
    );
    const status = Object.fromEntries(nodes.list.map((node) => [node.id, nodes.status(node)]));
    expect(status).toMatchObject({ S1_PLEX: 'ONLINE', S2_CASE: 'OFFLINE', S3_TARS: 'OFFLINE', S4_KIPP: 'DEGRADED' });
  });

  it('takes the name of a model endpoint as engine, and keeps what is not set', () => {
    const models = '{"house":{"url":"http://127.0.0.1:1/v1","model":"any"}}';
    const env = { PLUMBLINE_NODES_S5_LOCUS_ENGINE: '{"model":"house"}', PLUMBLINE_MODELS: models };
    const nodes = new Nodes(settingsOf(env));
    expect(nodes.get('S5_LOCUS').engine).toEqual({ kind: 'model', endpoint: 'house' });
    expect(nodes.get('S5_LOCUS').name).toBe('Ember');
    expect(nodes.get('S1_PLEX').engine).toEqual({ kind: 'local-retrieval' });
  });

  it.each([
    ['Ember,Lumen', 'Lumen belongs to S5_LOCUS'],
    ['Ember,s1', 's1 belongs to S1_PLEX'],
    ['Ember,S6_FORGE', 'S6_FORGE belongs to S6_FORGE'],
    ['THE_BRIDGE', 'THE_BRIDGE belongs to the human authority'],
    ['bridge', 'bridge belongs to the human authority'],
  ])('refuses a configuration in which two would answer to one name: %s', (aliases, problem) => {
    expect(() => settingsOf({ PLUMBLINE_NODES_S5_LOCUS_ALIASES: aliases })).toThrow(problem);
  });
});
