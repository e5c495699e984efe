/** Texts of chat support, in the account settings and in the admin area. */
import type { Instance } from '../instance.ts'

/** Validation messages, shared by the pages and the server. */
export const chatRules = {
  blank: 'Please write a message first.',
  tooLong: (count: number) => `Message must be at most ${count.toLocaleString('en-US')} characters.`,
} as const

export const chatMessages = {
  /** Shared by both sides. */
  log: 'Messages',
  older: 'Show earlier messages',
  olderFailed: 'Could not load earlier messages.',
  seen: 'Seen',
  message: 'Your message',
  hint: 'Enter sends, Shift+Enter starts a new line.',
  send: 'Send',
  sending: 'Sending...',
  failed: 'Message not sent. Please try again.',
  unreachable: 'Message not sent: could not reach the server. Please try again.',
  loading: 'Loading messages...',
  loadFailed: 'Could not load the messages.',
  reconnecting: 'Connection lost. Reconnecting...',
  you: 'You',

  account: {
    heading: 'Chat with us',
    text: 'A real person answers here. If you leave, we email you when there is an answer.',
    support: 'Support',
    empty: 'No messages yet',
    emptyHint: 'Tell us what you need. Never send passwords or card numbers.',
    /** After a downgrade. */
    readOnly: 'You can read your messages here. Writing new ones is part of the Pro plan.',
    upgrade: {
      heading: 'Chat support is part of Pro',
      text: 'Write to us in your account and get answers live. If you have left, we email you when there is one.',
      action: 'See plans',
    },
  },
} as const

export const adminChatTexts = {
  heading: 'Chats',
  text: {
    public:
      'Conversations with accounts on Pro, unread ones first. New messages appear by themselves; those unread for a few minutes are also emailed to the support address.',
    private:
      'Conversations with users, unread ones first. New messages appear by themselves; those unread for a few minutes are also emailed to the support address.',
  } satisfies Record<Instance, string>,
  empty: 'No chats yet',
  emptyHint: {
    public: 'Messages from accounts on Pro appear here.',
    private: 'Messages from users appear here.',
  } satisfies Record<Instance, string>,
  unread: (count: number) => (count === 1 ? '1 unread' : `${count} unread`),
  open: (name: string) => `Chat with ${name}`,
  /** Before the last message, if an operator wrote it. */
  answered: 'Answered:',
  back: 'All chats',
  answer: 'Your answer',
  operator: 'Operator',
  noChat: (plan: string) => `This account is on ${plan}: it can read your answer, but not reply.`,
  emptyChat: 'No messages',
  emptyChatHint: 'Old messages are deleted.',
} as const
