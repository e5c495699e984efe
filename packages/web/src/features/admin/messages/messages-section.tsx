/** What people wrote through the contact form: open, handled, or kept back as suspected spam. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { messageDesk } from '@filesmith/contract/messages/admin-desks'
import { adminMessagePageSchema } from '@filesmith/contract/schemas/admin'
import { messageStates } from '@filesmith/contract/schemas/admin-queries'
import { useRef, useState } from 'react'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { DeskList } from '../desk/desk-list.tsx'
import { useDeskPages } from '../desk/use-desk-pages.ts'
import { MessageRow } from './message-row.tsx'

type MessageState = (typeof messageStates)[number]

const choices = messageStates.map(value => ({ value, label: messageDesk.folders[value] }))

export function MessagesSection() {
  const [state, setState] = useState<MessageState>('open')
  const placeRef = useRef<HTMLDivElement>(null)
  const list = useDeskPages(apiPaths.adminMessages, adminMessagePageSchema, { state })
  return (
    <SettingsBlock heading={messageDesk.heading}>
      <div className="mb-5 max-w-md">
        <ChoiceGroup
          legend={messageDesk.show}
          choices={choices}
          value={state}
          onChange={value => setState(value as MessageState)}
        />
      </div>
      <DeskList
        label={messageDesk.heading}
        list={list}
        placeRef={placeRef}
        rowsOf={page => page.messages}
        empty={messageDesk.empty[state]}
      >
        {message => (
          <MessageRow key={message.id} message={message} onMoved={() => placeRef.current?.focus()} />
        )}
      </DeskList>
    </SettingsBlock>
  )
}
