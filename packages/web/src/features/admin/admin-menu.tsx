/** Navigation of the admin area: a column next to the content, or two rows above it on narrow screens. */
import { type AdminSectionId, adminPath, adminSections } from '@filesmith/contract/admin-sections'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { adminSectionIcons } from './admin-section-icons.ts'

export function AdminMenu({ section }: { readonly section: AdminSectionId }) {
  return (
    <nav aria-label={adminScreens.sections} className="md:sticky md:top-6">
      <ul className="grid grid-cols-4 gap-1 md:flex md:flex-col">
        {adminSections.map(({ id, label }) => (
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
