/** Side menu of the account settings. */
import { type ProfileSectionId, profileMessages, profileSections } from '@filesmith/contract/messages/profile'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { profileSectionIcons } from './profile-section-icons.ts'
import { sectionAddress } from './section-address.ts'

export function ProfileMenu({ section }: { readonly section: ProfileSectionId }) {
  return (
    <nav aria-label={profileMessages.sections} className="sticky top-6">
      <ul className="flex flex-col gap-1">
        {profileSections.map(({ id, label }) => (
          <li key={id}>
            <Link
              to={sectionAddress(id)}
              aria-current={id === section ? 'page' : undefined}
              className="flex min-h-11 items-center gap-3 rounded border border-transparent px-3 font-medium text-ink-muted transition-colors hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              <Icon of={profileSectionIcons[id]} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
