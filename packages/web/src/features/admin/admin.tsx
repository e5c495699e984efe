/** Admin area of this installation. */
import {
  type AdminSection,
  type AdminSectionId,
  adminPath,
  adminSections,
} from '@filesmith/contract/admin-sections'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Instance } from '@filesmith/contract/instance'
import { engineLabel } from '@filesmith/contract/messages/admin-engines'
import { adminAuditTexts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { isPlanAction } from '@filesmith/contract/private-texts'
import type { User } from '@filesmith/contract/schemas/account'
import {
  type AdminWorker,
  type AuditEntry,
  adminWorkersSchema,
  auditPageSchema,
} from '@filesmith/contract/schemas/admin'
import { auditActions } from '@filesmith/contract/schemas/audit-actions'
import {
  Cog,
  Gauge,
  HardDrive,
  type LucideIcon,
  Mail,
  MessagesSquare,
  ScrollText,
  Server,
  TriangleAlert,
  UserPlus,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { currentInstance } from '../../lib/instance.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SettingsBlock } from '../../ui/settings-block.tsx'
import { ChatsSection } from './chats/chats-section.tsx'
import { EnginesSection } from './engines/engines-section.tsx'
import { FailuresSection } from './failures/failures-section.tsx'
import { InvitationsSection } from './invitations/invitations-section.tsx'
import { MessagesSection } from './messages/messages-section.tsx'
import { OverviewSection } from './overview/overview-section.tsx'
import { AdminList } from './panel/admin-list.tsx'
import { FactList } from './panel/fact-list.tsx'
import { Loaded } from './panel/loaded.tsx'
import { useAdminPages } from './panel/use-admin-pages.ts'
import { useAdminQuery } from './panel/use-admin-query.ts'
import { StorageSection } from './storage/storage-section.tsx'
import { UsersSection } from './users/users-section.tsx'

const texts = adminScreens.workers

const { queueClasses: queueClassLabels } = adminScreens.overview

/** Icons of the admin sections. */
const adminSectionIcons: Readonly<Record<AdminSectionId, LucideIcon>> = {
  overview: Gauge,
  workers: Server,
  failures: TriangleAlert,
  users: UsersRound,
  invitations: UserPlus,
  messages: Mail,
  chats: MessagesSquare,
  storage: HardDrive,
  engines: Cog,
  audit: ScrollText,
}

const refreshMs = 10_000

const sections: Readonly<Record<AdminSectionId, (user: User) => ReactNode>> = {
  overview: () => <OverviewSection />,
  workers: () => <WorkersSection />,
  failures: () => <FailuresSection />,
  users: user => <UsersSection ownName={user.username} />,
  invitations: () => <InvitationsSection />,
  messages: () => <MessagesSection />,
  chats: () => <ChatsSection />,
  storage: () => <StorageSection />,
  engines: () => <EnginesSection />,
  audit: () => <AuditSection />,
}

interface AdminProps {
  readonly user: User
  readonly section: AdminSection
}

export function Admin({ user, section: { id, label } }: AdminProps) {
  return (
    // The page frame hides its side panels for this attribute: the admin area needs the width.
    <div data-full-width="" className="mx-auto flex max-w-[75rem] flex-col gap-6 md:gap-8">
      <header>
        <h1 className="text-xl">{adminScreens.heading}</h1>
        <p className="mt-1 text-ink-muted">
          {adminScreens.signedInAs} <span className="font-semibold text-ink">{user.username}</span>
        </p>
      </header>
      <div className="grid items-start gap-6 md:grid-cols-[10rem_minmax(0,1fr)] md:gap-8">
        <AdminMenu section={id} />
        <div key={id} className="fade-in flex min-w-0 flex-col gap-6">
          {/* Visually, the menu shows the name. */}
          <h2 className="sr-only">{label}</h2>
          {sections[id](user)}
        </div>
      </div>
    </div>
  )
}

/** Worker processes of the installation. */
function WorkersSection() {
  const workers = useAdminQuery(apiPaths.adminWorkers, adminWorkersSchema, refreshMs)
  return (
    <Loaded query={workers}>
      {list => (
        <>
          <p className="max-w-prose text-ink-muted">{texts.text}</p>
          {list.length === 0 ? (
            <Panel>
              <EmptyNotice title={texts.empty} text={texts.emptyHint} />
            </Panel>
          ) : (
            list.map(worker => <WorkerBlock key={worker.id} worker={worker} />)
          )}
        </>
      )}
    </Loaded>
  )
}

/** Navigation of the admin area: a column next to the content, or three rows above it on narrow screens. */
function AdminMenu({ section }: { readonly section: AdminSectionId }) {
  const { signUp } = useSiteAccess()
  // Where no invitations are needed, the section only says so.
  const isShown = ({ id }: AdminSection) => id !== 'invitations' || signUp === 'invite' || id === section
  return (
    <nav aria-label={adminScreens.sections} className="md:sticky md:top-6">
      <ul className="grid grid-cols-3 gap-1 md:flex md:flex-col">
        {adminSections.filter(isShown).map(({ id, label }) => (
          <li key={id}>
            <Link
              to={adminPath(id)}
              aria-current={id === section ? 'page' : undefined}
              className="flex min-h-14 flex-col items-center justify-center gap-1 rounded border border-transparent px-1 text-xs font-medium text-ink-muted transition-colors hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink md:min-h-11 md:flex-row md:justify-start md:gap-3 md:px-3 md:text-sm"
            >
              <Icon of={adminSectionIcons[id]} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Worker: process, queue classes, and available or missing engines. */
function WorkerBlock({ worker }: { readonly worker: AdminWorker }) {
  const { host, processId, version, startedAt, seenAt, queueClasses, running, engines } = worker
  const here = engines.filter(({ isAvailable }) => isAvailable)
  const missing = engines.filter(({ isAvailable }) => !isAvailable)
  return (
    <SettingsBlock
      heading={host ?? texts.unnamed}
      aside={running > 0 ? <Badge tone="accent">{texts.running}</Badge> : null}
    >
      <FactList
        facts={[
          {
            label: texts.process,
            value: <span className="figures">{processId ?? adminScreens.unknown}</span>,
          },
          { label: texts.version, value: <span className="figures">{version ?? adminScreens.unknown}</span> },
          {
            label: texts.since,
            value: startedAt ? <LocalTime iso={startedAt} style="moment" /> : adminScreens.unknown,
          },
          {
            label: texts.lastHeartbeat,
            value: <time dateTime={seenAt}>{relativeTime(new Date(seenAt), new Date())}</time>,
          },
          {
            label: texts.queueClasses,
            value:
              queueClasses.map(queueClass => queueClassLabels[queueClass]).join(', ') || adminScreens.none,
          },
          { label: texts.running, value: texts.runningCount(running) },
        ]}
      />
      <div className="mt-5 border-t border-line pt-4">
        <h4 className="font-semibold">
          {texts.engines}{' '}
          <span className="figures ml-1 font-normal text-ink-muted">
            {texts.enginesHere(here.length, engines.length)}
          </span>
        </h4>
        <p className="mt-1 text-ink-muted">{here.map(({ engine }) => engineLabel(engine)).join(', ')}</p>
        {missing.length === 0 ? null : (
          <ul className="mt-3 flex flex-col gap-2">
            {missing.map(({ engine, reason }) => (
              <li key={engine} className="flex flex-wrap items-baseline gap-x-2">
                <Badge tone="warning">{texts.missing}</Badge>
                <span className="font-semibold">{engineLabel(engine)}</span>
                <span className="text-ink-muted">{reason}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SettingsBlock>
  )
}

const choicesOf = (instance: Instance) => [
  { value: '', label: adminScreens.any },
  ...auditActions
    .filter(action => instance === 'public' || !isPlanAction(action))
    .map(value => ({ value, label: adminAuditTexts.actions[value] })),
]

/** Audit log, newest entries first. */
function AuditSection() {
  const [action, setAction] = useState('')
  const list = useAdminPages(apiPaths.adminAudit, auditPageSchema, { action })
  return (
    <SettingsBlock heading={adminAuditTexts.heading} text={adminAuditTexts.text}>
      <search className="mb-5 block max-w-xs">
        <SelectField
          label={adminAuditTexts.action}
          choices={choicesOf(currentInstance())}
          value={action}
          onChange={event => setAction(event.currentTarget.value)}
        />
      </search>
      <AdminList
        label={adminAuditTexts.heading}
        list={list}
        rowsOf={page => page.entries}
        empty={{ title: adminAuditTexts.empty, text: adminAuditTexts.emptyHint }}
        onClear={() => setAction('')}
      >
        {entry => <EntryRow key={entry.id} entry={entry} />}
      </AdminList>
    </SettingsBlock>
  )
}

function EntryRow({ entry: { at, action, summary } }: { readonly entry: AuditEntry }) {
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-5 py-3 sm:px-6 @min-[40rem]:flex-row @min-[40rem]:items-baseline">
      <span className="shrink-0 text-xs text-ink-muted tabular-nums @min-[40rem]:w-44">
        <LocalTime iso={at} style="moment" />
      </span>
      <span className="min-w-0 grow">{summary}</span>
      <Badge className="self-start">{labelOf(action)}</Badge>
    </li>
  )
}

/** Shows an action that this build does not know by its id. */
function labelOf(action: string): string {
  return auditActions.find(known => known === action)
    ? adminAuditTexts.actions[action as keyof typeof adminAuditTexts.actions]
    : action
}
