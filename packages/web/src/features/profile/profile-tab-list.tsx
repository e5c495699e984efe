/** Tabs of the account settings on phones. They fill the width, and scroll if they do not fit. */
import { type ProfileSectionId, profileMessages, profileSections } from '@filesmith/contract/messages/profile'
import { Tabs } from 'radix-ui'
import { useEffect, useRef } from 'react'

export function ProfileTabList({ section }: { readonly section: ProfileSectionId }) {
  const listRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tab = listRef.current?.querySelector<HTMLElement>(`[data-section=${section}]`)
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [section])

  return (
    <Tabs.List
      ref={listRef}
      aria-label={profileMessages.sections}
      className="-mx-4 mb-6 flex overflow-x-auto border-b border-line px-2 sm:mx-0 sm:px-0"
    >
      {profileSections.map(({ id, label }) => (
        <Tabs.Trigger
          key={id}
          value={id}
          data-section={id}
          className="-mb-px min-h-12 grow border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink"
        >
          {label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
