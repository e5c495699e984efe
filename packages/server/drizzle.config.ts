import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    'schema',
    'billing-schema',
    'receipt-schema',
    'request-schema',
    'api-schema',
    'admin-schema',
    'job-schema',
    'chat-schema',
  ].map(file => `./src/database/${file}.ts`),
  out: './src/database/migrations',
})
