/**
 * How an installation is run. Public: with plans, payments and advertising. Private: everybody has the limits of the plan
 * `private`, and nothing mentions money (docs/private-instance.md).
 */
export const instances = ['public', 'private'] as const
export type Instance = (typeof instances)[number]

/** For list entries that only a public instance has. */
export function onlyPublic<Entry>(instance: Instance, ...entries: readonly Entry[]): readonly Entry[] {
  return instance === 'public' ? entries : []
}

/** Attribute of the root element by which the web app learns the kind of instance before it renders. */
export const instanceAttribute = 'data-instance'
