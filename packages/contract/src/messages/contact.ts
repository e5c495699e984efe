/** Words of the contact page. */

const longest = (count: number) => `at most ${count.toLocaleString('en-US')} characters.`

/** What is wrong with a field, for the page and for the server alike. */
export const contactRules = {
  required: 'Required',
  nameTooShort: 'Name must be at least 2 characters.',
  nameTooLong: (count: number) => `Name must be ${longest(count)}`,
  emailInvalid: 'Please enter a valid email address.',
  subjectTooShort: 'Subject must be at least 5 characters.',
  subjectTooLong: (count: number) => `Subject must be ${longest(count)}`,
  messageTooShort: 'Message must be at least 10 characters.',
  messageTooLong: (count: number) => `Message must be ${longest(count)}`,
} as const

export const contactMessages = {
  heading: 'Contact Us',
  lead: 'Questions, problems, refunds, ideas: a person reads and answers them.',
  form: {
    heading: 'Write to us',
    name: 'Name',
    email: 'Email',
    emailHint: 'Our answer goes here.',
    subject: 'Subject',
    message: 'Message',
    messageHint:
      'If something went wrong, tell us which tool and which kind of file it was. Please send no passwords or card numbers.',
    /** Of a field that nobody sees. */
    website: 'Leave this field empty',
    send: 'Send Message',
    sending: 'Sending...',
  },
  sentToast: {
    title: 'Message sent!',
    description: "We've received your message and will get back to you soon.",
  },
  failed: {
    unreachable: 'Your message was not sent: the server cannot be reached. Please try again.',
    withoutReason: 'Your message was not sent. Please try again in a moment.',
  },
  priority: {
    subject: 'Priority support',
    badge: 'Priority message.',
    note: 'It goes to the front of the line, and we answer within 12 hours.',
    leave: 'Send as a regular message',
  },
  information: {
    heading: 'Contact information',
    support: 'Support',
    info: 'General information',
    phone: 'Phone',
    office: 'Office',
    failed: 'Our addresses could not be loaded. The form works all the same.',
    tryAgain: 'Try again',
  },
  hours: {
    heading: 'Hours',
    week: { days: 'Monday-Friday', hours: '9AM-5PM PST' },
    weekend: { days: 'Weekend', hours: 'Closed' },
    /** With the time on the clock of whoever reads it. */
    openUntil: (time: string) => `Open now, until ${time} your time.`,
    opensToday: (time: string) => `Closed now. Open again today at ${time} your time.`,
    opensLater: (day: string, time: string) => `Closed now. Open again ${day} at ${time} your time.`,
  },
  urgent: {
    heading: 'Need Urgent Help?',
    text: 'Messages of Pro members go to the front of the line and are answered within 12 hours.',
    action: 'Priority Support',
    forPro: 'Included in your Pro plan.',
    forOthers: 'Part of the Pro plan.',
  },
} as const

export const contactQuestions = {
  heading: 'Questions and answers',
  more: 'You may find your answer right away in the',
  help: 'Help Center',
  entries: (moneyBackDays: number) => [
    {
      id: 'response',
      question: 'How soon will I get an answer?',
      answer:
        'Within 24-48 business hours, by email to the address in the form. Messages of Pro members go first and are answered within 12 hours.',
    },
    {
      id: 'technical',
      question: 'Do you help with technical problems?',
      answer:
        'Yes. Tell us which tool you used, which kind of file you started from and what you saw on the screen. Please do not send the file itself at first: we ask for it if we need it.',
    },
    {
      id: 'refund',
      question: 'Can I get a refund?',
      answer: `Yes, within ${moneyBackDays} days of your first payment for Basic or Pro. The quickest way is in your account, under Subscription: the whole amount goes back to your card. If something else went wrong with a payment, write to us.`,
    },
    {
      id: 'enterprise',
      question: 'Do you offer custom solutions for enterprises?',
      answer:
        'Yes. Filesmith can be run on servers of your own, with your limits, your storage and your sign-in. Tell us what you work with and how much of it, and we find out together what fits.',
    },
  ],
} as const
