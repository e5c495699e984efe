/** Admin area of this installation. */
import type { AdminSection, AdminSectionId } from '@filesmith/contract/admin-sections'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { User } from '@filesmith/contract/schemas/account'
import type { ReactNode } from 'react'
import { AdminMenu } from './admin-menu.tsx'
import { AuditSection } from './audit/audit-section.tsx'
import { EnginesSection } from './engines/engines-section.tsx'
import { FailuresSection } from './failures/failures-section.tsx'
import { MessagesSection } from './messages/messages-section.tsx'
import { OverviewSection } from './overview/overview-section.tsx'
import { StorageSection } from './storage/storage-section.tsx'
import { UsersSection } from './users/users-section.tsx'
import { WorkersSection } from './workers/workers-section.tsx'

const sections: Readonly<Record<AdminSectionId, (user: User) => ReactNode>> = {
  overview: () => <OverviewSection />,
  workers: () => <WorkersSection />,
  failures: () => <FailuresSection />,
  users: user => <UsersSection ownName={user.username} />,
  messages: () => <MessagesSection />,
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
