CREATE INDEX `history_user` ON `history` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `history_action` ON `history` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `orders_synced` ON `orders` (`synced_at`);--> statement-breakpoint
CREATE INDEX `products_without_image` ON `products` (`is_listed`) WHERE "products"."image" is null;