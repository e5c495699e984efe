CREATE TABLE "chat_messages" (
	"account_id" text NOT NULL,
	"position" integer NOT NULL,
	"author" text NOT NULL,
	"operator_id" text,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_messages_account_id_position_pk" PRIMARY KEY("account_id","position")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"account_id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"read_by_account" integer DEFAULT 0 NOT NULL,
	"read_by_operators" integer DEFAULT 0 NOT NULL,
	"account_unread_since" timestamp with time zone,
	"operators_unread_since" timestamp with time zone,
	"account_mailed_at" timestamp with time zone,
	"operators_mailed_at" timestamp with time zone,
	"last_message_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_account_id_chats_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."chats"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_created" ON "chat_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_messages_operator" ON "chat_messages" USING btree ("operator_id") WHERE "chat_messages"."operator_id" is not null;--> statement-breakpoint
CREATE INDEX "chats_last_message" ON "chats" USING btree ("last_message_at","account_id");--> statement-breakpoint
CREATE INDEX "chats_account_unread" ON "chats" USING btree ("account_unread_since") WHERE "chats"."account_unread_since" is not null;--> statement-breakpoint
CREATE INDEX "chats_operators_unread" ON "chats" USING btree ("operators_unread_since") WHERE "chats"."operators_unread_since" is not null;--> statement-breakpoint
-- A trigger, so that no statement can forget to notify the event streams.
CREATE FUNCTION announce_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('filesmith-chat-changed', coalesce(NEW.account_id, OLD.account_id));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_chat AFTER INSERT OR UPDATE OR DELETE ON chats
	FOR EACH ROW EXECUTE FUNCTION announce_chat();
