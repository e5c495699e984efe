/** Test fixtures: messages and events of a chat. */
import type { ChatEvent, ChatMessage } from '@filesmith/contract/schemas/chat'

export function chatMessage(position: number, change: Partial<ChatMessage> = {}): ChatMessage {
  return {
    position,
    author: 'account',
    operatorName: null,
    text: `Message ${position}`,
    createdAt: '2026-11-15T10:00:00.000Z',
    ...change,
  }
}

export function chatEvent(messages: readonly ChatMessage[], change: Partial<ChatEvent> = {}): ChatEvent {
  return {
    messages: [...messages],
    hasOlder: false,
    readByAccount: 0,
    readByOperators: 0,
    isContinuation: false,
    ...change,
  }
}
