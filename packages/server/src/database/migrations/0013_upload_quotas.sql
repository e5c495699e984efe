ALTER TABLE "uploads" ADD COLUMN "network_hash" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "received_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "active_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversions_owner_stored" ON "conversions" USING btree ("owner_id") WHERE "conversions"."status" = 'succeeded';--> statement-breakpoint
CREATE INDEX "conversions_network_stored" ON "conversions" USING btree ("charged_address") WHERE "conversions"."status" = 'succeeded' and "conversions"."charged_address" is not null;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_network" ON "uploads" USING btree ("network_hash") WHERE "uploads"."network_hash" is not null;--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("active_at") WHERE "uploads"."completed_at" is null;