CREATE TABLE "ad_impressions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text,
	"address_hash" text NOT NULL,
	"ad_unit_id" text NOT NULL,
	"page_url" text NOT NULL,
	"ad_position" text NOT NULL,
	"device_type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "media" jsonb;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "inspection" jsonb;--> statement-breakpoint
CREATE INDEX "ad_impressions_address_created" ON "ad_impressions" USING btree ("address_hash","created_at");--> statement-breakpoint
CREATE INDEX "ad_impressions_created" ON "ad_impressions" USING btree ("created_at");