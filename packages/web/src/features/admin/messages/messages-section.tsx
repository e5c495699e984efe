/** Contact messages: open, handled, or suspected spam. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminMessageTexts } from '@filesmith/contract/messages/admin-panels'
import { adminMessagePageSchema } from '@filesmith/contract/schemas/admin'
import { messageStates } from '@filesmith/contract/schemas/admin-queries'
import { useRef, useState } from 'react'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { useAdminPages } from '../panel/use-admin-pages.ts'
import { MessageRow } from './message-row.tsx'

type MessageState = (typeof messageStates)[number]

const choices = messageStates.map(value => ({ value, label: adminMessageTexts.folders[value] }))

export function MessagesSection() {
  const [state, setState] = useState<MessageState>('open')
  const containerRef = useRef<HTMLDivElement>(null)
  const list = useAdminPages(apiPaths.adminMessages, adminMessagePageSchema, { state })
  return (
    <SettingsBlock heading={adminMessageTexts.heading}>
      <div className="mb-5 max-w-md">
        <ChoiceGroup
          legend={adminMessageTexts.show}
          choices={choices}
          value={state}
          onChange={value => setState(value as MessageState)}
        />
      </div>
      <AdminList
        label={adminMessageTexts.heading}
        list={list}
        containerRef={containerRef}
        rowsOf={page => page.messages}
        empty={adminMessageTexts.empty[state]}
      >
        {message => (
          <MessageRow key={message.id} message={message} onMoved={() => containerRef.current?.focus()} />
        )}
      </AdminList>
    </SettingsBlock>
  )
}
