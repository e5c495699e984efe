/** Chat support: messages between an account on Pro and the operators, and what each side has read. */
import { z } from 'zod'
import { chatRules as rules } from '../messages/chat.ts'
import { planIds } from '../plans.ts'
import { toPlainText } from '../text-rules.ts'

export const chatMessageCharacters = 4000

const count = z.number().int().min(0)

const chatTextSchema = z
  .string(rules.blank)
  .overwrite(toPlainText)
  .min(1, rules.blank)
  .max(chatMessageCharacters, rules.tooLong(chatMessageCharacters))

export const newChatMessageSchema = z.strictObject({ text: chatTextSchema })

const chatMessageSchema = z.object({
  position: count.describe('Identifies the message in its chat; increases, but not by one.'),
  author: z.enum(['account', 'operator']),
  operatorName: z.string().nullable().describe('Who answered; null for the account, which does not see it.'),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

export const chatPageSchema = z.object({
  messages: z.array(chatMessageSchema).describe('Oldest first.'),
  hasOlder: z.boolean(),
  readByAccount: count.describe('Position of the last message of an operator that the account has read.'),
  readByOperators: count.describe('Position of the last message of the account that an operator has read.'),
})
export type ChatPage = z.infer<typeof chatPageSchema>

export const chatEventSchema = chatPageSchema.extend({
  isContinuation: z
    .boolean()
    .default(false)
    .describe(
      'True: the messages since the previous event. False: the newest page, which replaces earlier ones.',
    ),
})
export type ChatEvent = z.infer<typeof chatEventSchema>

const maxPosition = 2 ** 31 - 1

export const chatQuerySchema = z.object({
  before: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxPosition)
    .optional()
    .describe('Position of the oldest message of the previous page.'),
})

export const chatReadSchema = z.strictObject({
  upTo: z.number().int().min(0).max(maxPosition).describe('Position of the last message read.'),
})

const adminChatSchema = z.object({
  id: z.string().describe('Id of the account.'),
  username: z.string(),
  plan: z
    .enum(planIds)
    .optional()
    .describe(
      'The effective plan; without chat support the account can read, but not write. Absent in a private instance.',
    ),
  unread: count.describe('Messages of the account that no operator has read.'),
  lastMessage: z.object({
    author: z.enum(['account', 'operator']),
    text: z.string().describe('The first characters.'),
    createdAt: z.iso.datetime(),
  }),
})
export type AdminChat = z.infer<typeof adminChatSchema>

export const adminChatPageSchema = z.object({
  chats: z.array(adminChatSchema).describe('Chats with unread messages come first.'),
  next: z.string().nullable(),
})
export type AdminChatPage = z.infer<typeof adminChatPageSchema>

export const adminChatViewSchema = chatPageSchema.extend(
  adminChatSchema.pick({ username: true, plan: true }).shape,
)
export type AdminChatView = z.infer<typeof adminChatViewSchema>
