/** Texts of the API keys section in the account settings. */
import type { ApiScope } from '../schemas/v1/api-key.ts'

const scopeNames: Readonly<Record<ApiScope, string>> = {
  'jobs:write': 'Upload files and create jobs',
  'jobs:read': 'Read jobs and download results',
  webhooks: 'Manage webhooks',
}

export const apiKeyMessages = {
  heading: 'API keys',
  text: 'Use the API from your own programs. Anyone with this key can use your account. Keep it secret.',
  reference: 'API documentation',
  loading: 'Loading your API keys...',
  failed: 'Could not load your API keys',
  none: 'You have no API keys yet.',
  make: 'New key',
  paused: 'Your keys are paused until your account is on Pro again.',
  upgrade: {
    heading: 'The API is part of Pro',
    text: 'Convert from your own programs, with pipelines, webhooks and large files.',
    action: 'Upgrade to Pro',
  },
  form: {
    name: 'Name',
    nameHint: 'Where the key will be used, for example "Build server".',
    scopes: 'Permissions',
    scopeNames,
    ends: 'Expires',
    endChoices: [
      { value: '', label: 'Never' },
      { value: '30', label: 'In 30 days' },
      { value: '90', label: 'In 90 days' },
      { value: '365', label: 'In 1 year' },
    ],
    action: 'Create key',
  },
  shown: {
    heading: 'Your new key',
    text: 'Copy it now. You will not see it again.',
    label: 'API key',
    copy: 'Copy key',
    done: 'I have copied it',
  },
  row: {
    created: 'Created',
    ends: 'expires',
    ended: 'Expired',
    used: (when: string) => `last used ${when}`,
    unused: 'never used',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke key ${name}`,
  },
  revocation: {
    title: (name: string) => `Revoke ${name}?`,
    text: 'Programs that use this key lose access immediately. This cannot be undone.',
    keep: 'Cancel',
    confirm: 'Revoke key',
    revoked: { title: 'Key revoked', description: 'This key no longer works.' },
    failed: 'Could not revoke the key',
  },
} as const
