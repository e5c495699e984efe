/** API key with its prefix, scopes, last use and a revoke button. */
import { apiKeyMessages } from '@filesmith/contract/messages/api-keys'
import type { ApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { KeyRound } from 'lucide-react'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'

const texts = apiKeyMessages.row

interface ApiKeyRowProps {
  readonly apiKey: ApiKey
  readonly onRevoke: () => void
}

export function ApiKeyRow({ apiKey, onRevoke }: ApiKeyRowProps) {
  const { name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = apiKey
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon of={KeyRound} className="text-ink-muted" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
          {name}
          {isOver ? <Badge tone="danger">{texts.ended}</Badge> : null}
          {scopes.map(scope => (
            <Badge key={scope} className="font-mono">
              {scope}
            </Badge>
          ))}
        </p>
        <p className="text-xs text-ink-muted">
          <code className="figures">{prefix}…</code>
          {' · '}
          {texts.created} <LocalTime iso={createdAt} style="short-date" />
          {' · '}
          {lastUsedAt === null ? texts.unused : <time dateTime={lastUsedAt}>{describeUse(lastUsedAt)}</time>}
          {expiresAt !== null && !isOver ? (
            <>
              {' · '}
              {texts.ends} <LocalTime iso={expiresAt} style="short-date" />
            </>
          ) : null}
        </p>
      </div>
      <Button aria-label={texts.revokeNamed(name)} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  )
}

function describeUse(lastUsedAt: string): string {
  return texts.used(relativeTime(new Date(lastUsedAt), new Date()).toLowerCase())
}
