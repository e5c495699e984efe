/** Section of the account settings. */
import { type ProfileSectionId, profileSectionsOf } from '@filesmith/contract/messages/profile'
import type { ReactNode } from 'react'

interface SectionProps {
  readonly id: ProfileSectionId
  readonly children: ReactNode
}

export function Section({ id, children }: SectionProps) {
  return (
    <div className="flex flex-col gap-6">
      {/* Visually, the menu or the tab shows the name. */}
      <h2 className="sr-only">{profileSectionsOf('public').find(section => section.id === id)?.label}</h2>
      {children}
    </div>
  )
}
