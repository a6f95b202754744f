import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { ConflictError, InputError, ServiceUnavailableError } from '@backstage/errors';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { aPlacementObject } from '../../__testUtils__/objects';
import { ADA, aViewer, YES } from '../../__testUtils__/viewers';
import type { Database } from '../../database/db';
import { saveObject } from '../../database/mirrorStore';
import { listTimeline } from '../../database/timelineStore';
import { systemPorts } from '../../loop/systemPorts';
import { silentLog } from '../../observe/log';
import type { Schemas } from '../contract';
import { FleetCommands } from '../FleetCommands';
import type { HubWriter } from '../HubWriter';

const databases = createTestDatabases();
const KIND = 'ClusterResourcePlacement';
const spec = {
  resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
  unknownField: 1,
};
const NO = { isAllowed: false, reason: 'You need the permission' };
const EVE = aViewer('user:default/eve', {
  mayCreatePlacement: () => NO,
  mayUpdatePlacement: () => NO,
  mayDeletePlacement: () => NO,
});

describe.each(databases.eachSupportedId())('placements that people write, on %s', databaseId => {
  let database: Database;
  let web: KubeObject;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    const object = aPlacementObject('web', {});
    web = {
      ...object,
      metadata: {
        ...object.metadata,
        uid: 'uid-web',
        generation: 4,
        resourceVersion: '40',
        labels: { team: 'blue' },
      },
    };
    await database.transact(tx => saveObject(tx, 'hub', web));
  });

  const commandsWith = (writer: Partial<HubWriter>) =>
    new FleetCommands({
      database,
      hub: 'hub',
      writer: { find: async () => web, ...writer } as HubWriter,
      log: silentLog,
      clock: systemPorts.clock,
    });
  const timeline = async (kind: string, name: string) =>
    (await database.transact(tx => listTimeline(tx, 'hub', { kind, name }))).map(({ event, actor }) => [
      event,
      actor,
    ]);
  const create = jest.fn(async (object: KubeObject) => object);
  beforeEach(() => create.mockClear());

  it('are created cluster-wide or in a namespace, as they were written, under the name of whoever did it', async () => {
    const commands = commandsWith({ create });
    const labels = { team: 'blue' };
    expect(await commands.createPlacement(ADA, { scope: '_', name: 'shop', spec, labels })).toEqual({
      scope: '_',
      name: 'shop',
    });
    await commands.createPlacement(ADA, { scope: 'team-a', name: 'shop', spec });
    expect(create.mock.calls.map(([object]) => object)).toEqual([
      {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: KIND,
        metadata: { name: 'shop', labels },
        spec,
      },
      {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ResourcePlacement',
        metadata: { name: 'shop', namespace: 'team-a' },
        spec,
      },
    ]);
    expect(await timeline(KIND, 'shop')).toEqual([['placementCreated', ADA.ref]]);
    expect(await timeline('ResourcePlacement', 'team-a/shop')).toEqual([['placementCreated', ADA.ref]]);
  });

  it('leave no line where the hub has refused, and one where nobody knows', async () => {
    const refuse = async () => {
      throw new ConflictError('it exists');
    };
    const hang = async () => {
      throw new ServiceUnavailableError('socket hang up');
    };
    const asked = { scope: '_', name: 'shop', spec };
    await expect(commandsWith({ create: refuse }).createPlacement(ADA, asked)).rejects.toThrow('it exists');
    expect(await timeline(KIND, 'shop')).toEqual([]);
    await expect(commandsWith({ create: hang }).createPlacement(ADA, asked)).rejects.toThrow(
      'socket hang up',
    );
    expect(await timeline(KIND, 'shop')).toEqual([['placementCreated', ADA.ref]]);
  });

  it.each([
    ['a namespace that is none', { scope: 'Team_A', name: 'web' }, /scope "Team_A" is no namespace/],
    ['a name with a slash', { scope: '_', name: 'a/b' }, /name "a\/b" is not allowed/],
    ['a name that is too long', { scope: '_', name: 'a'.repeat(64) }, /name has 64 characters; at most 63/],
  ])('are refused with %s, before anything is written', async (_, address, words) => {
    await expect(commandsWith({ create }).createPlacement(ADA, { ...address, spec })).rejects.toThrow(words);
    expect(create).not.toHaveBeenCalled();
  });

  it('are written by nobody without the permission', async () => {
    const commands = commandsWith({ create });
    const change = { scope: '_', name: 'web', spec, resourceVersion: '40' };
    const acts = [
      commands.createPlacement(EVE, { scope: '_', name: 'shop', spec }),
      commands.updatePlacement(EVE, change),
      commands.deletePlacement(EVE, { scope: '_', name: 'web', uid: 'uid-web' }),
      commands.judgePlacement(EVE, { scope: '_', name: 'shop', spec, isNew: true }),
      commands.judgePlacement(EVE, { scope: '_', name: 'web', spec, isNew: false }),
    ];
    const results = await Promise.allSettled(acts);
    expect(results.map(one => one.status === 'rejected' && (one.reason as Error).name)).toEqual(
      acts.map(() => 'NotAllowedError'),
    );
    expect(create).not.toHaveBeenCalled();
  });

  it('are created only where the rules of updates cover them, by namespace or label', async () => {
    const ann = aViewer('user:default/ann', {
      mayUpdatePlacement: ({ hub, name, labels }) =>
        hub === 'hub' && (name.startsWith('team-a/') || labels.team === 'blue') ? YES : NO,
    });
    const commands = commandsWith({ create });
    await commands.createPlacement(ann, { scope: 'team-a', name: 'shop', spec });
    await commands.createPlacement(ann, { scope: '_', name: 'shop', spec, labels: { team: 'blue' } });
    await commands.judgePlacement(ann, { scope: 'team-a', name: 'shop', spec, isNew: true });
    expect(create).toHaveBeenCalledTimes(3);
    for (const asked of [
      { scope: 'team-b', name: 'shop', spec },
      { scope: '_', name: 'shop', spec },
    ]) {
      await expect(commands.createPlacement(ann, asked)).rejects.toThrow(NO.reason);
      await expect(commands.judgePlacement(ann, { ...asked, isNew: true })).rejects.toThrow(NO.reason);
    }
    expect(create).toHaveBeenCalledTimes(3);
  });

  it('keep labels by which whoever changes them may change them', async () => {
    const eli = aViewer('user:default/eli', {
      mayUpdatePlacement: ({ labels }) => (labels.team === 'blue' ? YES : NO),
    });
    const replaceAuthored = jest.fn(async () => web);
    const commands = commandsWith({ replaceAuthored });
    const change = { scope: '_', name: 'web', spec, resourceVersion: '40', generation: 4 };
    const red = { labels: { team: 'red' } };
    await expect(commands.updatePlacement(eli, { ...change, ...red })).rejects.toThrow(NO.reason);
    await expect(commands.judgePlacement(eli, { ...change, ...red, isNew: false })).rejects.toThrow(
      NO.reason,
    );
    expect(replaceAuthored).not.toHaveBeenCalled();
    await commands.updatePlacement(eli, { ...change, labels: { team: 'blue', tier: '1' } });
    expect(replaceAuthored).toHaveBeenCalledTimes(1);
  });

  it('are not written over a namesake that was made meanwhile, which nobody has judged', async () => {
    const replaceAuthored = jest.fn();
    const find = async () => ({ ...web, metadata: { ...web.metadata, uid: 'another' } });
    const change = { scope: '_', name: 'web', spec, resourceVersion: '40', generation: 4 };
    await expect(commandsWith({ find, replaceAuthored }).updatePlacement(ADA, change)).rejects.toThrow(
      /is not the one that was shown/,
    );
    expect(replaceAuthored).not.toHaveBeenCalled();
  });

  describe('whose labels somebody else has changed meanwhile', () => {
    const labels = { team: 'blue', owner: 'bob' };
    const replaceAuthored = jest.fn(async () => web);
    const find = async () => ({ ...web, metadata: { ...web.metadata, resourceVersion: '41', labels } });
    const change = { scope: '_', name: 'web', spec, resourceVersion: '40', generation: 4 };
    const write = (patch: Partial<Schemas['UpdatePlacementRequest']>) =>
      commandsWith({ find, replaceAuthored }).updatePlacement(ADA, { ...change, ...patch });
    beforeEach(() => replaceAuthored.mockClear());

    it('take a change of the spec alone, or of what the others left alone', async () => {
      await write({});
      await write({ annotations: { a: '1' } });
      await write({ labels: { team: 'red' }, shown: { labels: { team: 'blue' } } });
      await write({ labels: {}, shown: { labels: { team: 'blue' } } });
      expect(replaceAuthored.mock.calls.map((call: unknown[]) => call[1])).toEqual([
        { spec },
        { spec, annotations: { a: '1' } },
        { spec, labels: { owner: 'bob', team: 'red' } },
        { spec, labels: { owner: 'bob' } },
      ]);
    });

    it.each<[string, Partial<Schemas['UpdatePlacementRequest']>]>([
      ['does not say what it began with', { labels: { team: 'red' } }],
      [
        'changes the same label',
        { labels: { team: 'blue', owner: 'eve' }, shown: { labels: { team: 'blue' } } },
      ],
    ])('are in conflict with an edit that %s', async (_, patch) => {
      await expect(write(patch)).rejects.toThrow(
        'labels of "web" were changed since you opened it (owner); load it again',
      );
      expect(replaceAuthored).not.toHaveBeenCalled();
    });
  });

  it('take a change of spec and labels where nobody else was faster', async () => {
    const replaceAuthored = jest.fn(async () => ({
      ...web,
      metadata: { ...web.metadata, resourceVersion: '41' },
    }));
    const commands = commandsWith({ replaceAuthored });
    const change = {
      scope: '_',
      name: 'web',
      spec,
      labels: { team: 'red' },
      resourceVersion: '39',
      generation: 4,
    };
    expect(await commands.updatePlacement(ADA, change)).toEqual({ resourceVersion: '41' });
    expect(replaceAuthored).toHaveBeenCalledWith(
      { kind: KIND, namespace: undefined, name: 'web', uid: 'uid-web', resourceVersion: '40' },
      { spec, labels: { team: 'red' }, annotations: undefined },
    );
    expect(await timeline(KIND, 'web')).toEqual([['placementUpdated', ADA.ref]]);
    const late = commands.updatePlacement(ADA, { ...change, generation: 3 });
    await expect(late).rejects.toThrow(/was changed since you opened it \(it is at generation 4 now\)/);
    expect(replaceAuthored).toHaveBeenCalledTimes(1);
  });

  it('are written though their status was written meanwhile, but not over a change of somebody else', async () => {
    const versions = ['40', '41', '42'];
    const find = async () => ({ ...web, metadata: { ...web.metadata, resourceVersion: versions[0] } });
    const replaceAuthored = jest.fn(async ({ resourceVersion }: { resourceVersion?: string }) => {
      versions.shift();
      if (resourceVersion !== '42') throw new ConflictError('the object has been modified');
      return web;
    });
    const change = { scope: '_', name: 'web', spec, resourceVersion: '39', generation: 4 };
    await commandsWith({ find, replaceAuthored }).updatePlacement(ADA, change);
    expect(replaceAuthored).toHaveBeenCalledTimes(3);
    expect(await timeline(KIND, 'web')).toHaveLength(1);
    const always = jest.fn(async () => {
      throw new ConflictError('the object has been modified');
    });
    await expect(commandsWith({ replaceAuthored: always }).updatePlacement(ADA, change)).rejects.toThrow(
      'modified',
    );
    expect(always).toHaveBeenCalledTimes(5);
  });

  it('are deleted only as the one that was shown', async () => {
    const remove = jest.fn(async () => 'accepted' as const);
    const commands = commandsWith({ delete: remove });
    const other = commands.deletePlacement(ADA, { scope: '_', name: 'web', uid: 'another' });
    await expect(other).rejects.toThrow(/is not the one that was shown/);
    await commands.deletePlacement(ADA, { scope: '_', name: 'web', uid: 'uid-web' });
    expect(remove.mock.calls).toEqual([[{ kind: KIND, namespace: undefined, name: 'web', uid: 'uid-web' }]]);
    expect(await timeline(KIND, 'web')).toEqual([['deletionAsked', ADA.ref]]);
  });

  describe('that are only tried', () => {
    const causes = [{ field: 'spec.policy', message: 'numberOfClusters must be set' }];
    const refusal = async () => {
      throw Object.assign(new InputError('spec.policy: numberOfClusters must be set'), { causes });
    };

    it('report what the hub would refuse, and write nothing', async () => {
      const asked = { scope: '_', name: 'shop', spec, isNew: true };
      expect(await commandsWith({ create: refusal }).judgePlacement(ADA, asked)).toEqual(causes);
      expect(await commandsWith({ create }).judgePlacement(ADA, asked)).toEqual([]);
      expect(create).toHaveBeenCalledWith(expect.anything(), { isDry: true });
      const long = { ...asked, name: 'a'.repeat(64) };
      expect(await commandsWith({ create }).judgePlacement(ADA, long)).toEqual([
        { field: 'metadata.name', message: expect.stringContaining('at most 63') },
      ]);
      const taken = async () => {
        throw new ConflictError('"shop" already exists');
      };
      expect(await commandsWith({ create: taken }).judgePlacement(ADA, asked)).toEqual([
        { field: 'metadata.name', message: '"shop" already exists' },
      ]);
      expect(await timeline(KIND, 'shop')).toEqual([]);
    });

    it('are tried on the one that is there', async () => {
      const replaceAuthored = jest.fn(refusal);
      const asked = { scope: '_', name: 'web', spec, isNew: false };
      expect(await commandsWith({ replaceAuthored }).judgePlacement(ADA, asked)).toEqual(causes);
      expect(replaceAuthored).toHaveBeenCalledWith(
        expect.objectContaining({ resourceVersion: '40' }),
        expect.anything(),
        {
          isDry: true,
        },
      );
    });

    it('are no refusal where a status was written meanwhile', async () => {
      const replaceAuthored = async () => {
        throw new ConflictError('the object has been modified');
      };
      const asked = { scope: '_', name: 'web', spec, isNew: false };
      expect(await commandsWith({ replaceAuthored }).judgePlacement(ADA, asked)).toEqual([]);
    });

    it('are no refusal where the hub is silent', async () => {
      const hang = async () => {
        throw new ServiceUnavailableError('socket hang up');
      };
      const asked = { scope: '_', name: 'shop', spec, isNew: true };
      await expect(commandsWith({ create: hang }).judgePlacement(ADA, asked)).rejects.toThrow(
        'socket hang up',
      );
    });
  });
});
