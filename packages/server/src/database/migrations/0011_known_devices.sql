CREATE TABLE "known_devices" (
	"token_hash" text NOT NULL,
	"account_id" text NOT NULL,
	"session_id" uuid,
	"second_factor_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_token_hash_account_id_pk" PRIMARY KEY("token_hash","account_id")
);
--> statement-breakpoint
CREATE TABLE "revoked_visitors" (
	"visitor_id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_account" ON "known_devices" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "known_devices_expires" ON "known_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "revoked_visitors_expires" ON "revoked_visitors" USING btree ("expires_at");