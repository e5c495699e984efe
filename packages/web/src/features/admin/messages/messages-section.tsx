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
  const listRef = useRef<HTMLUListElement>(null)
  const blockRef = useRef<HTMLDivElement>(null)
  const list = useDeskPages(apiPaths.adminMessages, adminMessagePageSchema, { state })
  // The last one takes the list along; then one goes on at the choice of lists.
  const focusList = () => {
    const place = listRef.current ?? blockRef.current?.querySelector<HTMLElement>('input:checked')
    place?.focus()
  }
  return (
    <SettingsBlock heading={messageDesk.heading}>
      <div ref={blockRef} className="mb-5 max-w-md">
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
        listRef={listRef}
        rowsOf={page => page.messages}
        empty={messageDesk.empty[state]}
      >
        {message => <MessageRow key={message.id} message={message} onMoved={focusList} />}
      </DeskList>
    </SettingsBlock>
  )
}
