/** Words of the block about API keys in the account settings. */
import type { ApiScope } from '../schemas/v1/api-key.ts'

const scopeNames: Readonly<Record<ApiScope, string>> = {
  'jobs:write': 'Send files and make jobs',
  'jobs:read': 'See jobs and fetch results',
  webhooks: 'Manage webhooks',
}

export const apiKeyMessages = {
  heading: 'API keys',
  text: 'With a key your programs convert files for you. Whoever has one can use your account by it, so keep it as you keep a password.',
  reference: 'How the API is used',
  loading: 'Loading your API keys...',
  failed: 'Your API keys could not be loaded',
  none: 'You have no API keys yet.',
  make: 'New key',
  rest: 'Your keys rest until your account is on Pro again.',
  upgrade: {
    heading: 'The API is part of Pro',
    text: 'Convert from your own programs, with pipelines, webhooks and large files.',
    action: 'Upgrade to Pro',
  },
  form: {
    name: 'Name',
    nameHint: 'Where the key will be used, for example "Build server".',
    scopes: 'What it may do',
    scopeNames,
    ends: 'Ends',
    endChoices: [
      { value: '', label: 'Never' },
      { value: '30', label: 'In 30 days' },
      { value: '90', label: 'In 90 days' },
      { value: '365', label: 'In a year' },
    ],
    action: 'Make key',
  },
  shown: {
    heading: 'Your new key',
    text: 'Copy it now: it is shown this once and kept nowhere.',
    label: 'API key',
    copy: 'Copy key',
    done: 'I have copied it',
  },
  row: {
    made: 'Made',
    ends: 'ends',
    ended: 'Ended',
    used: (when: string) => `used ${when}`,
    unused: 'never used',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke the key ${name}`,
  },
  revocation: {
    title: (name: string) => `Revoke ${name}?`,
    text: 'Programs that use this key are refused from now on. This cannot be undone.',
    keep: 'Keep it',
    confirm: 'Revoke key',
    revoked: { title: 'Key revoked', description: 'It opens nothing any more.' },
    failed: 'Could not revoke the key',
  },
} as const
