/** Sections of the admin area and their paths. */
import { type PageTexts, paths } from './routes.ts'

/** In menu order. */
export const adminSections = [
  { id: 'overview', label: 'Overview' },
  { id: 'workers', label: 'Workers' },
  { id: 'failures', label: 'Failures' },
  { id: 'users', label: 'Users' },
  { id: 'invitations', label: 'Invitations' },
  { id: 'messages', label: 'Messages' },
  { id: 'chats', label: 'Chats' },
  { id: 'storage', label: 'Storage' },
  { id: 'engines', label: 'Engines' },
  { id: 'audit', label: 'Audit' },
] as const
export type AdminSection = (typeof adminSections)[number]
export type AdminSectionId = AdminSection['id']

export function adminPath(id: AdminSectionId): string {
  return id === 'overview' ? paths.admin : `${paths.admin}/${id}`
}

/** The overview is at the root path of the area only. */
export function findAdminSection(named: string | undefined): AdminSection | undefined {
  return adminSections.find(({ id }) => (named === undefined ? id === 'overview' : id === named))
}

export function adminPage({ id, label }: AdminSection): PageTexts {
  return {
    title: `${label}, Administration | Filesmith`,
    description: 'Administration of this Filesmith installation.',
    canonical: adminPath(id),
    isIndexed: false,
  }
}
