/** Chat of the account with the operators; after a downgrade it can only be read. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { chatMessages } from '@filesmith/contract/messages/chat'
import { chatSection } from '@filesmith/contract/messages/profile'
import { plans } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import { ChatBox, ChatPanel } from '../../../lib/chat/chat-panel.tsx'
import { useChat } from '../../../lib/chat/use-chat.ts'
import { useAccountChange } from '../../../lib/use-account.ts'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { describeSubscription } from '../subscription/describe-subscription.ts'

const texts = chatMessages.account
const chatPaths = { page: apiPaths.chat, read: apiPaths.chatRead, events: apiPaths.chatEvents }

export function ChatSection({ user }: { readonly user: User }) {
  const { signedOut } = useAccountChange()
  const chat = useChat(chatPaths, 'account', ({ code }) => {
    // The session was ended on another device.
    if (code === 'not-signed-in') signedOut()
  })
  const canWrite = plans[describeSubscription(user, new Date()).effectivePlan].hasChat
  const hasMessages = (chat.page?.messages.length ?? 0) > 0
  return (
    <div className="flex flex-col gap-6">
      {/* Visually, the button in the header shows the name. */}
      <h2 className="sr-only">{chatSection.label}</h2>
      {canWrite || hasMessages ? (
        <SettingsBlock heading={texts.heading} text={texts.text}>
          <ChatPanel
            chat={chat}
            user="account"
            nameOf={({ author }) => (author === 'account' ? chatMessages.you : texts.support)}
            empty={{ title: texts.empty, text: texts.emptyHint }}
          >
            {canWrite ? (
              <ChatBox label={chatMessages.message} path={apiPaths.chatMessages} />
            ) : (
              <p className="font-medium">{texts.readOnly}</p>
            )}
          </ChatPanel>
        </SettingsBlock>
      ) : null}
      {canWrite ? null : <PlanPrompt {...texts.upgrade} />}
    </div>
  )
}
