CREATE TABLE "billing_revisions" (
	"account_id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"revision" integer NOT NULL,
	"position" integer NOT NULL,
	"provider" text NOT NULL,
	"request" jsonb NOT NULL,
	"state" text NOT NULL,
	"result" text,
	"failed_attempts" integer NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_revisions" ADD CONSTRAINT "billing_revisions_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_actions" ADD CONSTRAINT "payment_actions_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_actions_account" ON "payment_actions" USING btree ("account_id","state");--> statement-breakpoint
CREATE INDEX "payment_actions_state_next" ON "payment_actions" USING btree ("state","next_attempt_at");