ALTER TABLE "users" ADD COLUMN "group_plan" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "group_operator_since" timestamp with time zone;