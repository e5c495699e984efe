ALTER TABLE "jobs" ADD COLUMN "lost_attempts" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "crashes" integer DEFAULT 0 NOT NULL;